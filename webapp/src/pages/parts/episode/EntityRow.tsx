import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity, Episode, Mention } from '@/gen/mentionary/v1/common_pb'
import { cx } from '@/lib/classes'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { safeExternalUrl } from '@/lib/url'
import { byline } from '@/modules/byline'
import { EntityCover } from '@/modules/EntityCover'
import { EntityLinkButtons } from '@/modules/EntityLinkButtons'
import { entityLinks } from '@/modules/entityLinks'
import { Evidence } from '@/modules/Evidence'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { partText } from './partText'
import { WrongMention } from '@/modules/ReportButton'
import { share } from '@/modules/share'
import { tellingDescription } from '@/modules/tellingDescription'
import { Button } from '@/ui/Button'
import { ExternalLink } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { VisuallyHidden } from '@/ui/VisuallyHidden'

type Props = {
  entity: Entity
  episode: Episode
  onPlay: ((seconds: number) => void) | undefined
  /** the address asks for it */
  found: boolean
  /** the mention chosen elsewhere on the page, of this or of another entity */
  mention: number | undefined
}

/** The sentence that says most about it, the first of equals. */
const mostTelling = (mentions: readonly Mention[]): Mention | undefined =>
  mentions.reduce<Mention | undefined>((best, m) => (best && best.telling >= m.telling ? best : m), undefined)

/** Letters that two lines surely hold; a quote that names its thing later than that is never cut. */
const twoLines = 110

function longer({ quote, surface }: Mention): boolean {
  const named = surface ? quote.indexOf(surface) + surface.length : 0
  return quote.length > twoLines && named <= twoLines
}

/** One thing that was mentioned, with the sentence that proves it; the other sentences, what it is and its links unfold. */
export function EntityRow({ entity, episode, onPlay, found, mention }: Props) {
  const [fold, setFold] = useState<{ open: boolean; mention: number | undefined }>({ open: false, mention: undefined })
  const below = byline(entity)
  const first = mostTelling(entity.mentions)
  const rest = entity.mentions.filter(m => m !== first)
  // A newly chosen quote opens the rest; after that the press on the fold counts again.
  const open = fold.open || (fold.mention !== mention && rest.some(m => m.id === mention))
  const proof = (m: Mention) => (
    <div id={`mention-${m.id}`} tabIndex={-1} className={cx('entity-row-proof', m.id === mention && 'mention-found')}>
      <Evidence
        mention={m}
        type={entity.type}
        onPlay={onPlay}
        inTranscript={episode.hasTranscript}
        size="compact"
        tools={<WrongMention mention={m} />}
      />
    </div>
  )
  return (
    <li id={`entity-${entity.id}`} tabIndex={-1} className={cx('entity-row', found && 'entity-row-found')}>
      <div className="entity-row-cover">
        <EntityCover entity={entity} />
      </div>
      <div className="entity-row-names">
        <h4>
          <Name entity={entity} />
        </h4>
        {entity.part && <p className="muted small">{partText(entity.part)}</p>}
        {below && <p className="muted small clamp-2">{below}</p>}
      </div>
      <Tools entity={entity} episode={episode} />
      {first && <div className={cx('entity-row-first', longer(first) && 'entity-row-cut')}>{proof(first)}</div>}
      <Rest entity={entity} quotes={rest.length} open={open} onToggle={now => setFold({ open: now, mention })}>
        {rest.map(m => (
          <li key={m.id}>{proof(m)}</li>
        ))}
      </Rest>
    </li>
  )
}

function Name({ entity }: { entity: Entity }) {
  const best = safeExternalUrl(entity.metadata?.bestUrl)
  return best ? (
    <ExternalLink href={best} quiet>
      {entity.name}
    </ExternalLink>
  ) : (
    <Link className="entity-row-own" to={paths.entity(entity)}>
      {entity.name}
    </Link>
  )
}

function Tools({ entity, episode }: { entity: Entity; episode: Episode }) {
  const shareIt = () =>
    share({
      title: entity.name,
      text: `${entity.name}, mentioned in ${episode.title}`,
      url: new URL(paths.episode(episode.id, entity.name), location.origin).href,
    })
  return (
    <div className="entity-row-tools">
      <Button look="quiet" size="small" icon="share" iconOnly onClick={() => void shareIt()}>
        {`Share ${entity.name}`}
      </Button>
      <FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} />
    </div>
  )
}

type RestProps = {
  entity: Entity
  /** how many there are below the first */ quotes: number
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** What unfolds: the other quotes, what it is, and where to go from here. */
function Rest({ entity, quotes, open, onToggle, children }: RestProps) {
  const description = tellingDescription(entity)
  const linked = entityLinks(entity.metadata).length > 0
  const more = quotes > 0 ? counted(quotes, 'more quote') : linked ? 'Links' : 'More'
  return (
    <details
      open={open}
      className="entity-row-fold"
      onToggle={e => {
        if (e.currentTarget.open !== open) onToggle(e.currentTarget.open)
      }}
    >
      <summary className="small">
        {open ? 'Less' : more}
        <Icon name="chevron-down" size={14} />
        <VisuallyHidden> about {entity.name}</VisuallyHidden>
      </summary>
      <div className="entity-row-rest">
        {quotes > 0 && <ol className="entity-row-quotes">{children}</ol>}
        {description && <p className="small muted entity-row-description">{description}</p>}
        <p className="row">
          <EntityLinkButtons entity={entity} />
          <Link className="small" to={paths.entity(entity)}>
            {entity.episodeCount > 1 ? `In ${counted(entity.episodeCount, 'episode')}` : 'All about it'}
          </Link>
        </p>
      </div>
    </details>
  )
}
