import { Code, ConnectError } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { demandVersion } from './catalogueVersion'
import { statusHeader, unreachable } from './failures'

/** Asks the server. An answer that is a failure keeps its HTTP status; where there is none, it is said in words for people. */
async function ask(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(input, init)
  } catch (error) {
    if (init?.signal?.aborted) throw error
    throw new ConnectError(unreachable, Code.Unavailable, undefined, undefined, error)
  }
  if (answer.ok) return answer
  const headers = new Headers(answer.headers)
  headers.set(statusHeader, String(answer.status))
  return new Response(answer.body, { status: answer.status, headers })
}

/** The one connection to the server: reads are GETs, so that caches work; writes and streams are POSTs. */
export const transport = createConnectTransport({
  baseUrl: '/',
  useHttpGet: true,
  interceptors: [demandVersion()],
  fetch: ask,
})
