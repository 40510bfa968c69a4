import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { Sound, SoundNews } from './sound'

// MediaError's numbers.
const why: Record<number, string> = {
  2: 'The connection to the recording was lost. Check your network, then press the time again.',
  3: 'This browser cannot play the recording’s format.',
  4: 'The source does not give out this recording, or this browser cannot play its format.',
}

/** What cannot be played is told by the element's error. A press on another time interrupts the first, which is no failure. */
function start(element: HTMLAudioElement) {
  element.play().catch(() => undefined)
}

/** Plays a show's own file. It is asked for only now: somebody pressed a time. */
export function AudioSound({
  src,
  from,
  speed,
  ref,
  news,
}: {
  src: string
  /** a new object for each press */ from: { at: number }
  speed: number
  ref: Ref<Sound>
  news: SoundNews
}) {
  const audio = useRef<HTMLAudioElement>(null)
  useImperativeHandle(ref, () => ({
    play: () => audio.current && start(audio.current),
    pause: () => audio.current?.pause(),
    seek: second => {
      if (audio.current) audio.current.currentTime = second
    },
    speed: times => {
      if (audio.current) audio.current.playbackRate = times
    },
  }))
  useEffect(() => {
    const element = audio.current
    if (!element) return
    element.currentTime = from.at
    start(element)
  }, [from])
  return (
    <audio
      ref={audio}
      src={src}
      preload="none"
      onLoadedMetadata={e => {
        e.currentTarget.playbackRate = speed
        news.onLength(e.currentTarget.duration)
      }}
      onDurationChange={e => news.onLength(e.currentTarget.duration)}
      onTimeUpdate={e => news.onSecond(e.currentTarget.currentTime)}
      onPlay={() => news.onPlaying(true)}
      onPause={() => news.onPlaying(false)}
      onError={e => news.onTrouble(why[e.currentTarget.error?.code ?? 4] ?? why[4]!)}
    />
  )
}
