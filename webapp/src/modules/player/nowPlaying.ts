import { useSyncExternalStore } from 'react'
import type { Recording } from './recording'

// What is being heard outlives the page that it was started on, so it is kept beside them all: one recording at a time.

export type NowPlaying = {
  recording: Recording
  /** a new object for each press on a time: the player goes there */
  from: { at: number }
  /** where it stands, in seconds */
  second: number
  playing: boolean
}

let now: NowPlaying | undefined
const listeners = new Set<() => void>()

function become(next: NowPlaying | undefined) {
  now = next
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Plays a recording from a second on, in place of any other. */
export function playRecording(recording: Recording, at: number) {
  const same = now?.recording.videoId === recording.videoId ? now.recording : recording
  become({ recording: same, from: { at }, second: at, playing: true })
}

export function stopPlaying() {
  become(undefined)
}

/** Goes to a second of what is being heard, and plays on. */
export function jump(at: number) {
  if (now) become({ ...now, from: { at: Math.max(0, at) }, second: Math.max(0, at), playing: true })
}

/** The player tells where it stands. What an earlier recording says late is not heard. */
export function told(videoId: string, news: Partial<Pick<NowPlaying, 'second' | 'playing'>>) {
  if (now?.recording.videoId === videoId) become({ ...now, ...news })
}

export function useNowPlaying(): NowPlaying | undefined {
  const read = () => now
  return useSyncExternalStore(subscribe, read, read)
}

/** Picks something out of what is being heard of one episode; undefined while it is not heard. Draws again only when that changes. */
export function usePlaying<T extends string | number | boolean>(
  videoId: string,
  pick: (l: NowPlaying) => T,
): T | undefined {
  return useSyncExternalStore(subscribe, () => (now?.recording.videoId === videoId ? pick(now) : undefined))
}
