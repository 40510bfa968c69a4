import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { ExternalLink } from '@/ui/ExternalLink'
import { AudioSound } from './AudioSound'
import { Controls } from './Controls'
import { jump, stopPlaying, told, type NowPlaying } from './nowPlaying'
import { speeds, stepBack, stepForward, type Sound, type SoundNews } from './sound'
import { useMediaSession, type Asked } from './useMediaSession'
import { YouTubeSound } from './YouTubeSound'
import './player.css'

const speedKey = 'mentionary-speed'

function speedChosen(): number {
  const kept = Number(localStorage.getItem(speedKey))
  return speeds.find(s => s === kept) ?? 1
}

/** Plays what is being heard, at the lower edge of the window, whatever page is open above it. */
export function PlayerBar({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { recording, from, second, playing } = nowPlaying
  const sound = useRef<Sound>(null)
  const [length, setLength] = useState(recording.length)
  const [trouble, setTrouble] = useState<string>()
  const [speed, setSpeed] = useState(speedChosen)
  const { videoId } = recording

  // A press on another time is another try.
  const [tried, setTried] = useState(from)
  if (tried !== from) {
    setTried(from)
    setTrouble(undefined)
  }
  const news = useMemo<SoundNews>(
    () => ({
      onSecond: s => told(videoId, { second: s }),
      onPlaying: p => told(videoId, { playing: p }),
      onLength: s => Number.isFinite(s) && setLength(s),
      onTrouble: sentence => {
        setTrouble(sentence)
        told(videoId, { playing: false })
      },
    }),
    [videoId],
  )
  const place = useRef(second)
  useEffect(() => {
    place.current = second
  }, [second])
  const asked = useMemo<Asked>(() => {
    const go = (to: number) => {
      sound.current?.seek(Math.max(0, to))
      told(videoId, { second: Math.max(0, to) })
    }
    return {
      play: () => sound.current?.play(),
      pause: () => sound.current?.pause(),
      go,
      step: by => go(place.current + by),
    }
  }, [videoId])
  useMediaSession(recording, playing, asked)

  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const does: Record<string, () => void> = {
      k: playing ? asked.pause : asked.play,
      j: () => asked.step(-stepBack),
      l: () => asked.step(stepForward),
      Escape: stopPlaying,
    }
    if (e.target instanceof HTMLSelectElement && e.key !== 'Escape') return // letters choose there
    const act = does[e.key]
    if (!act) return
    e.preventDefault()
    act()
  }
  return (
    <section className="player" aria-label="Player" onKeyDown={keys}>
      {!trouble &&
        (recording.kind === 'audio' ? (
          <AudioSound key={recording.source} src={recording.source} from={from} speed={speed} ref={sound} news={news} />
        ) : (
          <YouTubeSound
            key={recording.source}
            id={recording.source}
            title={recording.title}
            from={from}
            speed={speed}
            ref={sound}
            news={news}
          />
        ))}
      <div className="page player-bar">
        <p className="player-title">
          <Link to={paths.episode(videoId)}>{recording.title}</Link>
          {recording.show && <span className="small muted">{recording.show}</span>}
        </p>
        {trouble ? (
          <Trouble sentence={trouble} pageUrl={recording.pageUrl} onAgain={() => jump(second)} />
        ) : (
          <Controls
            recording={recording}
            second={second}
            length={length}
            playing={playing}
            asked={asked}
            speed={speed}
            onSpeed={times => {
              setSpeed(times)
              localStorage.setItem(speedKey, String(times))
              sound.current?.speed(times)
            }}
          />
        )}
        <Button look="quiet" icon="close" iconOnly onClick={stopPlaying}>
          Close player
        </Button>
      </div>
    </section>
  )
}

/** What cannot be played says why, and where it is. */
function Trouble({
  sentence,
  pageUrl,
  onAgain,
}: {
  sentence: string
  pageUrl: string | undefined
  onAgain: () => void
}) {
  return (
    <p className="small player-trouble" role="alert">
      <span>{sentence}</span>{' '}
      {pageUrl && (
        <ExternalLink href={pageUrl} showHost>
          Open it at its source
        </ExternalLink>
      )}
      <Button look="quiet" size="small" icon="retry" onClick={onAgain}>
        Try again
      </Button>
    </p>
  )
}
