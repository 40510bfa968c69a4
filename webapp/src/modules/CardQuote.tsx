import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { excerpt } from '@/lib/text'
import { Mark } from '@/ui/Mark'
import { GivenByReader } from './GivenByReader'
import { StanceMark } from './StanceMark'
import { tellsMore } from './tellingDescription'
import './CardQuote.css'

/** Letters of a quote on a card; its page has the whole sentence. */
const short = 140

/** What was said about a thing, by whom and in which show, in a line or three. A quote that is only its name says nothing. */
export function CardQuote({
  entity,
  inChannel = false,
}: {
  entity: Entity
  /** the page is that of the show: its episode is named instead */ inChannel?: boolean
}) {
  const said = entity.tellingQuote
  if (!said || !tellsMore(said.quote, [entity.name, said.surface])) return null
  const quote = excerpt(said.quote, said.surface, short)
  const at = said.surface ? quote.indexOf(said.surface) : -1
  return (
    <figure className="card-quote">
      <blockquote className="small">
        {at < 0 ? (
          quote
        ) : (
          <>
            {quote.slice(0, at)}
            <Mark type={entity.type}>{said.surface}</Mark>
            {quote.slice(at + said.surface.length)}
          </>
        )}
      </blockquote>
      <figcaption className="row tiny muted">
        <span>
          {said.speaker && <b>{said.speaker}, </b>}
          {(!inChannel && said.channelName) || said.episodeTitle}
        </span>
        {/* who recommends it is counted on the card */}
        {said.stance !== 'recommended' && <StanceMark stance={said.stance} />}
        {said.givenByReader && <GivenByReader />}
      </figcaption>
    </figure>
  )
}
