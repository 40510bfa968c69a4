// The frame of YouTube's player speaks by messages (its IFrame API); loading that API's script is not needed for it, and our content
// policy would not allow it.

export const youTubeOrigin = 'https://www.youtube-nocookie.com'

/** The address of the frame: it begins at once, at a second, and tells us what it does. */
export function frameAddress(id: string, at: number, ours: string): string {
  const words = new URLSearchParams({
    enablejsapi: '1',
    autoplay: '1',
    playsinline: '1',
    rel: '0',
    start: String(Math.floor(at)),
    origin: ours,
  })
  return `${youTubeOrigin}/embed/${encodeURIComponent(id)}?${words.toString()}`
}

/** A command to the frame, as it understands it. */
export const command = (func: string, ...args: unknown[]) => JSON.stringify({ event: 'command', func, args })

/** Asks the frame to tell what it does. */
export const tellMe = JSON.stringify({ event: 'listening', id: 'player', channel: 'widget' })

const why: Record<number, string> = {
  2: 'YouTube does not know this video.',
  5: 'YouTube’s player cannot play this video here.',
  100: 'This video was removed from YouTube, or is private.',
  101: 'The owner does not allow this video to be played on other pages.',
  150: 'The owner does not allow this video to be played on other pages.',
  153: 'YouTube refused to play the video on this page.',
}

export type FrameNews = { second?: number; length?: number; playing?: boolean; trouble?: string }

const numberIn = (from: object, name: string): number | undefined => {
  const value = (from as Record<string, unknown>)[name]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Reads a message of the frame; what is none of ours or cannot be read says nothing. */
export function readMessage(data: unknown): FrameNews {
  if (typeof data !== 'string' || data.length > 100_000) return {}
  let said: unknown
  try {
    said = JSON.parse(data)
  } catch {
    return {}
  }
  if (typeof said !== 'object' || said === null || !('event' in said) || !('info' in said)) return {}
  const { event, info } = said
  if (event === 'onError') {
    const code = typeof info === 'number' ? info : 5
    return { trouble: why[code] ?? why[5]! }
  }
  if ((event !== 'infoDelivery' && event !== 'initialDelivery') || typeof info !== 'object' || info === null) return {}
  const second = numberIn(info, 'currentTime')
  const length = numberIn(info, 'duration')
  const state = numberIn(info, 'playerState')
  return {
    ...(second !== undefined && { second }),
    ...(length !== undefined && length > 0 && { length }),
    // 1 is playing and 3 waiting for data; the others are ended, paused and not begun.
    ...(state !== undefined && { playing: state === 1 || state === 3 }),
  }
}
