import { useEffect } from 'react'
import type { Recording } from './recording'
import { stepBack, stepForward } from './sound'

/** What the system's keys and its lock screen ask for. */
export type Asked = {
  play: () => void
  pause: () => void
  /** seconds forward, or back when negative */
  step: (by: number) => void
  go: (second: number) => void
}

/** Tells the system what is being heard, so that its keys and its lock screen work. Where it does not listen, nothing is lost. */
export function useMediaSession(recording: Recording, playing: boolean, asked: Asked) {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({
      title: recording.title,
      artist: recording.show,
      artwork: recording.picture ? [{ src: recording.picture }] : [],
    })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [recording])
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = playing ? 'playing' : 'paused'
  }, [playing])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const answers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', asked.play],
      ['pause', asked.pause],
      ['seekbackward', d => asked.step(-(d.seekOffset ?? stepBack))],
      ['seekforward', d => asked.step(d.seekOffset ?? stepForward)],
      ['seekto', d => d.seekTime !== undefined && asked.go(d.seekTime)],
    ]
    for (const [action, answer] of answers) answerTo(action, answer)
    return () => {
      for (const [action] of answers) answerTo(action, null)
    }
  }, [asked])
}

function answerTo(action: MediaSessionAction, answer: MediaSessionActionHandler | null) {
  try {
    navigator.mediaSession.setActionHandler(action, answer)
  } catch {
    // This browser does not know the action.
  }
}
