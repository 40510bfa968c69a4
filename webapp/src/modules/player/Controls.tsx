import { clock } from '@/lib/format'
import { Button } from '@/ui/Button'
import { jump } from './nowPlaying'
import { chapterAt, type Recording } from './recording'
import { speeds, stepBack, stepForward } from './sound'
import type { Asked } from './useMediaSession'

/** The buttons of the player, the place that is heard, and what is chosen of chapters and speeds. */
export function Controls({
  recording,
  second,
  length,
  playing,
  asked,
  speed,
  onSpeed,
}: {
  recording: Recording
  second: number
  length: number
  playing: boolean
  asked: Asked
  speed: number
  onSpeed: (times: number) => void
}) {
  return (
    <>
      <div className="player-buttons">
        <Button look="quiet" size="small" onClick={() => asked.step(-stepBack)} aria-label="15 seconds back">
          −{stepBack}
        </Button>
        <Button
          icon={playing ? 'pause' : 'play'}
          iconFill={!playing}
          iconOnly
          onClick={playing ? asked.pause : asked.play}
        >
          {playing ? 'Pause' : 'Play'}
        </Button>
        <Button look="quiet" size="small" onClick={() => asked.step(stepForward)} aria-label="30 seconds forward">
          +{stepForward}
        </Button>
      </div>
      <Place second={second} length={length} onGo={asked.go} />
      {recording.chapters.length > 0 && <ChapterChoice chapters={recording.chapters} second={second} />}
      <select
        className="player-choice"
        aria-label="Speed"
        value={speed}
        onChange={e => onSpeed(Number(e.target.value))}
      >
        {speeds.map(s => (
          <option key={s} value={s}>
            {s}×
          </option>
        ))}
      </select>
    </>
  )
}

function ChapterChoice({ chapters, second }: { chapters: Recording['chapters']; second: number }) {
  return (
    <select
      className="player-choice player-chapter"
      aria-label="Chapter"
      value={chapterAt(chapters, second)}
      onChange={e => jump(chapters[Number(e.target.value)]?.start ?? 0)}
    >
      {chapterAt(chapters, second) === -1 && <option value={-1}>Chapters</option>}
      {chapters.map((c, i) => (
        <option key={i} value={i}>
          {clock(c.start)} {c.title}
        </option>
      ))}
    </select>
  )
}

/** Where it stands, and the way to anywhere else. */
function Place({ second, length, onGo }: { second: number; length: number; onGo: (second: number) => void }) {
  const at = Math.floor(second)
  return (
    <div className="player-place">
      <span className="small figures">{clock(at)}</span>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={length > 0 ? `${clock(at)} of ${clock(length)}` : clock(at)}
        min={0}
        max={Math.max(1, Math.floor(length), at)}
        step={5}
        value={at}
        onChange={e => onGo(Number(e.target.value))}
      />
      <span className="small figures muted">{length > 0 ? clock(length) : ''}</span>
    </div>
  )
}
