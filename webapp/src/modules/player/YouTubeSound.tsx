import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { Sound, SoundNews } from './sound'
import { command, frameAddress, readMessage, tellMe, youTubeOrigin } from './youtube'

/** After which a frame that said nothing will say nothing, in ms. */
const patience = 10_000

/** Plays a video in YouTube's own player, which has to stay in sight. Nothing of it is loaded before somebody pressed a time. */
export function YouTubeSound({
  id,
  title,
  from,
  speed,
  ref,
  news,
}: {
  id: string
  title: string
  /** a new object for each press */ from: { at: number }
  speed: number
  ref: Ref<Sound>
  news: SoundNews
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const heard = useRef(false)
  // The address stays as it began: another one would load the player again.
  const [address] = useState(() => frameAddress(id, from.at, location.origin))
  const [first] = useState(from)
  const latest = useRef(news)
  useEffect(() => {
    latest.current = news
  })
  const say = (message: string) => frame.current?.contentWindow?.postMessage(message, youTubeOrigin)
  useImperativeHandle(ref, () => ({
    play: () => say(command('playVideo')),
    pause: () => say(command('pauseVideo')),
    seek: second => say(command('seekTo', second, true)),
    speed: times => say(command('setPlaybackRate', times)),
  }))
  useEffect(() => {
    const silent = setTimeout(() => {
      if (!heard.current)
        latest.current.onTrouble('YouTube’s player does not answer. Check your network, or open the video there.')
    }, patience)
    const hear = (e: MessageEvent) => {
      if (e.origin !== youTubeOrigin || e.source !== frame.current?.contentWindow) return
      heard.current = true
      const { second, length, playing, trouble } = readMessage(e.data)
      if (trouble) latest.current.onTrouble(trouble)
      if (length !== undefined) latest.current.onLength(length)
      if (second !== undefined) latest.current.onSecond(second)
      if (playing !== undefined) latest.current.onPlaying(playing)
    }
    addEventListener('message', hear)
    return () => {
      clearTimeout(silent)
      removeEventListener('message', hear)
    }
  }, [])
  useEffect(() => {
    if (from === first) return
    say(command('seekTo', from.at, true))
    say(command('playVideo'))
  }, [from, first])
  return (
    <iframe
      ref={frame}
      className="player-frame"
      src={address}
      title={`Video: ${title}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => {
        say(tellMe)
        if (speed !== 1) say(command('setPlaybackRate', speed))
      }}
    />
  )
}
