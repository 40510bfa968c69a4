import type { ReactNode } from 'react'
import { clock } from '@/lib/format'
import { cx } from '@/lib/classes'
import { safeExternalUrl } from '@/lib/url'
import { Icon } from './Icon'
import { Mark } from './Mark'
import { VisuallyHidden } from './VisuallyHidden'
import './Quote.css'

type QuoteProps = {
  /** the sentence, verbatim; empty when it is withheld: then no quotation mark stands there */
  text: string
  /** the words in it that name the thing */
  surface?: string
  /** the thing's type; gives the color */
  type?: string
  /** seconds from the start; unknown: no time is shown */
  at?: number | undefined
  /** where in the episode, 0 to 1; unknown: no bar is shown */
  position?: number | undefined
  speaker?: string
  /** Plays from there on this page … */
  onPlay?: (() => void) | undefined
  /** … or at the address that plays from that second. */
  playUrl?: string | null | undefined
  /** where it was said, for example a link to the episode */
  source?: ReactNode
  /** small words such as "Sponsor read" */
  notes?: ReactNode
  /** compact: in a list of many, without the place in the episode */
  size?: 'normal' | 'large' | 'compact'
}

function Time({ at, onPlay, playUrl }: Pick<QuoteProps, 'onPlay' | 'playUrl'> & { at: number }) {
  const written = clock(at)
  const url = safeExternalUrl(playUrl)
  const inside = (
    <>
      <Icon name="play" fill size=".8em" />
      <VisuallyHidden>Play from </VisuallyHidden>
      <time dateTime={`PT${Math.floor(at)}S`}>{written}</time>
    </>
  )
  if (onPlay)
    return (
      <button type="button" className="quote-time" onClick={onPlay}>
        {inside}
      </button>
    )
  if (url)
    return (
      <a
        className="quote-time"
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        title="Play from here"
      >
        {inside}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    )
  return (
    <span className="quote-time quote-time-plain">
      <time dateTime={`PT${Math.floor(at)}S`}>{written}</time>
    </span>
  )
}

function words(text: string, surface: string | undefined, type: string | undefined): ReactNode {
  const from = surface ? text.indexOf(surface) : -1
  if (!surface || from < 0) return text
  return (
    <>
      {text.slice(0, from)}
      <Mark {...(type && { type })}>{surface}</Mark>
      {text.slice(from + surface.length)}
    </>
  )
}

/** The proof of a mention: the sentence, the second, who said it, and where in the episode that is. */
export function Quote({
  text,
  surface,
  type,
  at,
  position,
  speaker,
  onPlay,
  playUrl,
  source,
  notes,
  size = 'normal',
}: QuoteProps) {
  const place = position === undefined ? undefined : Math.min(1, Math.max(0, position))
  return (
    <figure className={cx('quote', size !== 'normal' && `quote-${size}`, type && `type-${type}`)}>
      {text && (
        <blockquote>
          <p>{words(text, surface, type)}</p>
        </blockquote>
      )}
      <figcaption className="quote-caption">
        {at !== undefined && <Time at={at} onPlay={onPlay} playUrl={playUrl} />}
        {speaker && <span className="quote-speaker">{speaker}</span>}
        {source && <span className="quote-source">{source}</span>}
        {notes}
      </figcaption>
      {place !== undefined && (
        <div className={size === 'compact' ? 'visually-hidden' : 'quote-place'} style={{ '--at': `${place * 100}%` }}>
          <VisuallyHidden>{Math.round(place * 100)}% into the episode</VisuallyHidden>
        </div>
      )}
    </figure>
  )
}
