import { useState } from 'react'
import { Link } from 'react-router'
import type { Entity, Episode } from '@/gen/mentionary/v1/common_pb'
import { cx } from '@/lib/classes'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { byline } from '@/modules/EntityCard'
import { bestUrl, entityLinks } from '@/modules/entityLinks'
import { Evidence } from '@/modules/Evidence'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { share } from '@/modules/share'
import { Button } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { ExternalButton, ExternalLink } from '@/ui/ExternalLink'

type Props = {
  entity: Entity
  episode: Episode
  onPlay: ((seconds: number) => void) | undefined
  /** the address asks for it */
  found: boolean
  /** the mention chosen elsewhere on the page, of this or of another entity */
  mention: number | undefined
}

/** One thing that was mentioned, with the sentences that prove it. */
export function EntityRow({ entity, episode, onPlay, found, mention }: Props) {
  const [fold, setFold] = useState<{ open: boolean; mention: number | undefined }>({ open: false, mention: undefined })
  const below = byline(entity)
  const best = bestUrl(entity.type, entity.metadata)
  const own = paths.entity(entity.id, entity.slug || entity.name)
  const [first, ...rest] = entity.mentions
  // A newly chosen quote opens the rest; after that the button counts again.
  const open = fold.open || (fold.mention !== mention && rest.some(m => m.id === mention))
  const shareIt = () => share({ title: entity.name, text: `${entity.name}, mentioned in ${episode.title}`, url: new URL(paths.episode(episode.id, entity.name), location.origin).href })

  return (
    <li id={`entity-${entity.id}`} tabIndex={-1} className={cx('entity-row', found && 'entity-row-found')}>
      <div className="entity-row-cover"><Cover name={entity.name} type={entity.type} round={entity.type === 'person'} /></div>
      <div className="entity-row-words">
        <header className="entity-row-head">
          <div className="entity-row-names">
            <h4>{best ? <ExternalLink href={best} quiet>{entity.name}</ExternalLink> : <Link className="entity-row-own" to={own}>{entity.name}</Link>}</h4>
            {below && <p className="muted small">{below}</p>}
          </div>
          <div className="entity-row-tools">
            <Button look="quiet" size="small" icon="share" iconOnly onClick={() => void shareIt()}>{`Share ${entity.name}`}</Button>
            <FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} />
          </div>
        </header>
        {entity.description && <p className="entity-row-description">{entity.description}</p>}
        {first && (
          <ol className="entity-row-quotes">
            {(open ? entity.mentions : [first]).map(m => (
              <li key={m.id} id={`mention-${m.id}`} tabIndex={-1} className={cx(m.id === mention && 'mention-found')}>
                <Evidence mention={m} type={entity.type} onPlay={onPlay} inTranscript={episode.hasTranscript} />
              </li>
            ))}
          </ol>
        )}
        <div className="row entity-row-foot">
          {rest.length > 0 && <Button look="quiet" size="small" icon={open ? 'minus' : 'plus'} aria-expanded={open} onClick={() => setFold({ open: !open, mention })}>{open ? 'Fewer quotes' : counted(rest.length, 'more quote')}</Button>}
          {entityLinks(entity.metadata).map(l => <ExternalButton key={l.kind} href={l.url} icon={l.icon}>{l.label}</ExternalButton>)}
          <Link className="small entity-row-more" to={own}>{entity.episodeCount > 1 ? `In ${counted(entity.episodeCount, 'episode')}` : 'All about it'}</Link>
        </div>
      </div>
    </li>
  )
}
