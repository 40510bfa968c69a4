const marks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The text of a file, which says itself how it is encoded: by a mark at its beginning or in its first line, if it is XML. Without
 * a word of that, or with one that nobody knows, it is UTF-8.
 */
export async function fileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0]
  return new TextDecoder(marked ?? declared(bytes)).decode(bytes)
}

function declared(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const label = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}
