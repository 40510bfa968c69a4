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

/**
 * Whether an input can be no address, so that it is taken for the name of a show: it has spaces and no scheme, or no dot. A
 * word of eleven letters could be a video's id; written like a word, it is one.
 */
export function isWords(input: string): boolean {
  const text = input.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return false
  if (/\s/.test(text) || /^\p{L}\p{Ll}{10}$/u.test(text)) return true
  if (inputKind(text) !== 'other' || /^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) return false
  const host = text.split(/[/?#]/, 1)[0]!
  return !/[.[]/.test(host) && !host.startsWith('localhost')
}
