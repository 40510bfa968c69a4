/** What the player can do with a recording, whatever plays it. */
export type Sound = {
  play: () => void
  pause: () => void
  /** second from the start */
  seek: (second: number) => void
  /** times the normal speed */
  speed: (times: number) => void
}

/** What a recording tells while it is played. */
export type SoundNews = {
  onSecond: (second: number) => void
  onPlaying: (playing: boolean) => void
  /** seconds; known once its head was read */
  onLength: (seconds: number) => void
  /** it cannot be played, with a sentence that says why and what to do */
  onTrouble: (sentence: string) => void
}

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Seconds of a step back, to hear a sentence again, and of one forward, past an advertisement's line. */
export const stepBack = 15
export const stepForward = 30
