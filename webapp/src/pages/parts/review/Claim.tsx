import { Link } from 'react-router'
import type { Entity, Mention } from '@/gen/mentionary/v1/common_pb'
import type { ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { confidenceBand } from '@/lib/bands'
import { percent } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { contextText, reasonText } from '@/lib/reasons'
import { typeWords } from '@/lib/types'
import { byline } from '@/modules/byline'
import { channelName } from '@/modules/channelName'
import { entityLinks } from '@/modules/entityLinks'
import { Badge, Dot } from '@/ui/Badge'
import { ExternalLink } from '@/ui/ExternalLink'
import { Quote } from '@/ui/Quote'
import { size } from './words'

/** The claim and the sentence side by side, with what speaks for it and what is known. */
export function Claim({ item, sentence }: { item: ReviewItem; sentence: boolean }) {
  return (
    <article className={`claim type-${item.type}`} aria-label={`${typeWords(item.type).singular}: ${item.name}`}>
      <header className="claim-head">
        <Badge type={item.type}>{typeWords(item.type).singular}</Badge>
        <h2 dir="auto">{item.name}</h2>
        <p className="muted">
          {size(item)} of{' '}
          {item.channel ? (
            <Link to={paths.channel(item.channel.channelId)}>{channelName(item.channel.name)}</Link>
          ) : (
            'an unknown channel'
          )}
          {item.listed > 0 && <>; {counted(item.listed, 'mention')} listed there</>}
          {sentence && <b> · only this sentence will change</b>}
        </p>
      </header>
      {item.example && <Sentence mention={item.example} type={item.type} located={item.located} />}
      <div className="claim-grounds">
        <Why item={item} />
        {item.mayBe && <Known title="It may be" entity={item.mayBe} />}
        {item.entity && <Known title="In the directory" entity={item.entity} quotes={item.quotes} />}
      </div>
    </article>
  )
}

function Sentence({ mention, type, located }: { mention: Mention; type: string; located: boolean }) {
  const context = contextText(mention.context)
  return (
    <Quote
      size="large"
      type={type}
      text={mention.quote}
      surface={mention.surface}
      at={located ? mention.start : undefined}
      position={located ? mention.position : undefined}
      playUrl={mention.url}
      speaker={mention.speaker}
      source={<Link to={paths.episode(mention.videoId)}>{mention.episodeTitle}</Link>}
      notes={
        <>
          {context && <Badge type="sponsor">{context}</Badge>}
          {!located && <Badge tone="bad">Not in the transcript</Badge>}
        </>
      }
    />
  )
}

/** Why it waits, in plain words. */
function Why({ item }: { item: ReviewItem }) {
  const mention = item.example
  const { label, tone } = confidenceBand(mention?.confidence ?? 0)
  return (
    <section>
      <h3>Why it waits</h3>
      {item.kind === 'rejected' ? (
        <p>
          {item.located
            ? 'The sentence is in the transcript, but its words do not name it.'
            : 'The analysis quoted a sentence that nobody says.'}
        </p>
      ) : (
        <>
          <p>
            <Dot tone={tone}>
              {label} confidence, {percent(mention?.confidence ?? 0)}
            </Dot>
          </p>
          <ul className="claim-reasons">
            {item.kind === 'ambiguous' && <li>Its name is very similar to another entity’s</li>}
            {mention?.reasons.map(r => (
              <li key={r}>{reasonText(r)}</li>
            ))}
            {mention?.reasons.length === 0 && <li>Nothing but its words in the transcript supports it</li>}
          </ul>
        </>
      )}
    </section>
  )
}

/** An entity of the directory: what it is, where it leads, and what else is said about it. */
function Known({ title, entity, quotes = [] }: { title: string; entity: Entity; quotes?: readonly Mention[] }) {
  const links = entityLinks(entity.metadata)
  const below = byline(entity)
  return (
    <section>
      <h3>{title}</h3>
      <p>
        <Link to={paths.entity(entity)}>{entity.name}</Link>
        <span className="muted">
          , {typeWords(entity.type).singular}
          {entity.mentionCount > 0 && ` · ${counted(entity.mentionCount, 'mention')}`}
        </span>
      </p>
      {below && <p className="muted small">{below}</p>}
      {entity.description && <p className="small clamp-3">{entity.description}</p>}
      {links.length > 0 && (
        <p className="row small">
          {links.map(l => (
            <ExternalLink key={l.kind} href={l.url}>
              {l.label}
            </ExternalLink>
          ))}
        </p>
      )}
      {quotes.length > 0 && (
        <ul className="stack">
          {quotes.map(m => (
            <li key={m.id}>
              <Quote
                size="compact"
                type={entity.type}
                text={m.quote}
                surface={m.surface}
                at={m.start}
                playUrl={m.url}
                speaker={m.speaker}
                source={<Link to={paths.episode(m.videoId)}>{m.episodeTitle}</Link>}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
