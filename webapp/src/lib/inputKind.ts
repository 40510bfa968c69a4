/** What an input seems to be before the server has read it; `other` may be a feed or an episode page. */
export type InputKind = 'video' | 'channel' | 'playlist' | 'other'

const videoHosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$|^(?:www\.)?youtu\.be$/

/**
 * Reads an address, id or handle the way people paste them. Only the video site's own hosts are read; the server's
 * reading wins over this one.
 */
export function inputKind(input: string): InputKind {
  const text = input.trim()
  if (/^UC[\w-]{22}$/.test(text) || /^@[^\s/]+$/.test(text)) return 'channel'
  if (/^PL[\w-]{10,}$/.test(text)) return 'playlist'
  if (/^[\w-]{11}$/.test(text)) return 'video'
  let url: URL
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  } catch {
    return 'other'
  }
  if (!videoHosts.test(url.hostname)) return 'other'
  if (/\/channel\/|\/c\/|\/user\/|^\/@/.test(url.pathname)) return 'channel'
  return url.searchParams.has('list') ? 'playlist' : 'video'
}
