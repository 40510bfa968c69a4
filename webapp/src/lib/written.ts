import { create, fromJson, toJsonString, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf'
import type { DescMessage, DescMethodUnary, MessageShape } from '@bufbuild/protobuf'

/**
 * The answers that the server has written into the document (apiserver/spa/answers.go), by the addresses of their calls. What a page
 * begins with is there before its code runs, so that it is drawn once and whole.
 */
const written = new Map<string, JsonValue>()

/** Takes the answers out of the document; called before anything is drawn. */
export function takeWritten(text: string | null | undefined) {
  if (!text) return
  for (const [address, answer] of Object.entries(JSON.parse(text) as Record<string, JsonValue>))
    written.set(address, answer)
}

/** They are as old as the document: once the reader goes on to another page, none may be taken for an answer any more. */
export function forgetWritten() {
  written.clear()
}

/** Where the transport makes a call: GETs, as Connect writes them. */
const addressOf = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I> | undefined,
) =>
  `/${method.parent.typeName}/${method.name}?connect=v1&encoding=json&message=${encodeURIComponent(
    toJsonString(method.input, create(method.input, input)),
  )}`

/** What the server has written for a call, given out once; undefined when it has to be asked. */
export function writtenAnswer<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I> | undefined,
): MessageShape<O> | undefined {
  if (written.size === 0) return undefined
  const address = addressOf(method, input)
  const answer = written.get(address)
  if (answer === undefined) return undefined
  written.delete(address)
  return fromJson(method.output, answer, { ignoreUnknownFields: true })
}
