// What the server knows of the thing that a page is about, while the page is drawn by the build: places that the server fills with the
// answers that stand in the document (apiserver/spa/known.go). In a browser there are none: pages have the answers themselves.

let drawing = false

/** Says whether pages are drawn with places; for the build. */
export function drawKnown(on: boolean) {
  drawing = on
}

/** The places as they are given, while pages are drawn with them. */
export function known<Places extends Readonly<Record<string, string>>>(places: Places): Places | undefined {
  return drawing ? places : undefined
}

/**
 * A text of an answer: the procedure and the path in it, such as "GetEntity.entity.name"; "~quote" is the first of a list that has a quote.
 * Without it the page is drawn without any.
 */
export const text = (path: string) => `{=${path}}`
/** A text that may be missing. */
export const optional = (path: string) => `{=${path}?}`
/** What stands in a text before and behind the first place of another text of the same answer. */
export const before = (path: string, mark: string) => `{=${path}|before:${mark}}`
export const behind = (path: string, mark: string) => `{=${path}|behind:${mark}}`
