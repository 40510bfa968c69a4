import { memo, useDeferredValue, useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { Link, useLocation } from 'react-router'
import type { GetTranscriptResponse } from '@/gen/mentionary/v1/episode_pb'
import { cx } from '@/lib/classes'
import { clock, count } from '@/lib/format'
import { groupBy } from '@/lib/groups'
import { paths } from '@/lib/paths'
import { keepInSight, showAddressed, showElement } from '@/lib/scroll'
import { jump, usePlaying } from '@/modules/player/nowPlaying'
import { copy } from '@/modules/share'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { Mark } from '@/ui/Mark'
import { Empty } from '@/ui/States'
import { hitsIn, maxHits, paragraphAt, paragraphsOf, piecesOf, secondOf, type Hit, type Paragraph } from './paragraphs'

/** The text: with times and mentions when the segments are known, else as it is. */
export function TranscriptText({ answer }: { answer: GetTranscriptResponse }) {
  if (answer.segments.length > 0) return <TimedText answer={answer} />
  if (!answer.transcript) return <Empty icon="list" title="This episode has no transcript" />
  return (
    <div className="transcript-plain">
      {answer.transcript.split(/\n\s*\n/).map((p, i) => (
        <p key={i}>{p}</p>
      ))}
    </div>
  )
}

function TimedText({ answer }: { answer: GetTranscriptResponse }) {
  const paragraphs = useMemo(() => paragraphsOf(answer.segments, answer.marks), [answer])
  const [query, setQuery] = useState('')
  const searched = useDeferredValue(query)
  const hits = useMemo(() => hitsIn(paragraphs, searched), [paragraphs, searched])
  const hitsOf = useMemo(() => groupBy(hits, h => h.paragraph), [hits])
  const [current, setCurrent] = useState(0)
  const { hash, key } = useLocation()
  const second = secondOf(hash)
  const asked = second === undefined ? undefined : paragraphAt(paragraphs, second)
  const spoken = usePlaying(answer.videoId, l => paragraphAt(paragraphs, l.second))
  const [follows, setFollows] = useState(true)

  useEffect(() => {
    if (asked !== undefined) showAddressed(`paragraph-${asked}`)
  }, [asked, key])

  useEffect(() => {
    if (follows && spoken !== undefined) keepInSight(`paragraph-${spoken}`)
  }, [follows, spoken])

  const go = (to: number) => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setCurrent(next)
    showElement(`paragraph-${hits[next]!.paragraph}`)
  }

  return (
    <section aria-label="With Timestamps">
      <div className="transcript-bar">
        <h2>With Timestamps</h2>
        {spoken !== undefined && (
          <Button size="small" look="quiet" icon="eye" aria-pressed={follows} onClick={() => setFollows(!follows)}>
            Follow along
          </Button>
        )}
        <TextSearch
          query={query}
          onQuery={words => {
            setQuery(words)
            setCurrent(0)
          }}
          current={current}
          places={hits.length}
          searched={searched.trim() !== ''}
          onGo={go}
        />
      </div>
      <div className="transcript-text">
        {paragraphs.map((p, i) => {
          const own = hitsOf.get(i)
          return (
            <Spoken
              key={i}
              index={i}
              paragraph={p}
              hits={own}
              current={own?.some(h => h.index === current) ? current : undefined}
              asked={i === asked}
              spoken={i === spoken}
              heard={spoken !== undefined}
            />
          )
        })}
      </div>
    </section>
  )
}

type TextSearchProps = {
  query: string
  onQuery: (query: string) => void
  /** the place the search stands at, from 0 */ current: number
  /** how many were found */ places: number
  /** whether words were searched for */ searched: boolean
  onGo: (to: number) => void
}

/** The search in the text, with the way from place to place: Enter and Shift+Enter, or the buttons. */
function TextSearch({ query, onQuery, current, places, searched, onGo }: TextSearchProps) {
  const walk = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || !(e.target instanceof HTMLInputElement)) return
    e.preventDefault()
    onGo(current + (e.shiftKey ? -1 : 1))
  }
  const found = places === 0 ? 'Not found' : `${count(current + 1)} of ${count(places)}${places === maxHits ? '+' : ''}`
  const step = { look: 'quiet', size: 'small', iconOnly: true, disabled: places === 0 } as const
  return (
    <div className="transcript-search" role="search" onKeyDown={walk}>
      <Field label="Search in transcript" hideLabel>
        <Input
          type="search"
          icon="search"
          placeholder="Search in transcript"
          value={query}
          onChange={e => onQuery(e.target.value)}
        />
      </Field>
      <span className="transcript-count small figures" role="status">
        {searched ? found : ''}
      </span>
      <Button {...step} icon="chevron-left" onClick={() => onGo(current - 1)}>
        Previous match
      </Button>
      <Button {...step} icon="chevron-right" onClick={() => onGo(current + 1)}>
        Next match
      </Button>
    </div>
  )
}

type SpokenProps = {
  index: number
  paragraph: Paragraph
  hits: readonly Hit[] | undefined
  /** the place the search stands at, when it is in this paragraph */ current: number | undefined
  /** the address asks for it */ asked: boolean
  /** it is being said in the player */ spoken: boolean
  /** the episode is being heard: its times lead there */ heard: boolean
}

// A long episode has ten thousand of these; only those that change are drawn again.
const Spoken = memo(function Spoken({ index, paragraph, hits, current, asked, spoken, heard }: SpokenProps) {
  const second = Math.floor(paragraph.start)
  return (
    <div
      id={`paragraph-${index}`}
      tabIndex={-1}
      className={cx('spoken', asked && 'spoken-asked', spoken && 'spoken-now')}
    >
      <Link
        className="spoken-time"
        to={{ hash: `t=${second}` }}
        replace
        preventScrollReset
        aria-label={`${clock(second)}, ${heard ? 'play from here' : 'copy a link to here'}`}
        onClick={() => (heard ? jump(second) : void copy(new URL(`#t=${second}`, location.href).href))}
      >
        <time dateTime={`PT${second}S`}>{clock(second)}</time>
      </Link>
      <p>
        {paragraph.speaker && <b className="spoken-speaker">{paragraph.speaker}: </b>}
        {piecesOf(paragraph, hits ?? []).map((piece, i) => {
          const words = piece.hit === undefined ? piece.text : <Mark active={piece.hit === current}>{piece.text}</Mark>
          return piece.mark ? (
            <Link
              key={i}
              className="spoken-mention"
              to={paths.entity({ id: piece.mark.entityId, name: piece.mark.name })}
              title={piece.mark.name}
            >
              <Mark type={piece.mark.type}>{words}</Mark>
            </Link>
          ) : (
            <span key={i}>{words}</span>
          )
        })}
      </p>
    </div>
  )
})
