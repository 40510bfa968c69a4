/** Returns the address when a browser may be sent there: absolute, http or https, no user name inside. Otherwise undefined. */
export function safeExternalUrl(text: string | null | undefined): string | undefined {
  if (!text) return undefined
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  const plain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
  return plain ? url.href : undefined
}

/** The host as people know it, without "www.": "https://www.example.org/a" → "example.org". */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** The address that searches the web, used when an entity has no links of its own. */
export function webSearchUrl(words: string): string {
  return `https://duckduckgo.com/?q=${encodeURIComponent(words)}`
}
