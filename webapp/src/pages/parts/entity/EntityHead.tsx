import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted, plural } from '@/lib/plurals'
import { entityType, typeWords } from '@/lib/types'
import { byline } from '@/modules/byline'
import { channelName } from '@/modules/channelName'
import { EntityCover } from '@/modules/EntityCover'
import { entityLinks } from '@/modules/entityLinks'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { ReportButton } from '@/modules/ReportButton'
import { may, useSession } from '@/modules/session'
import { share } from '@/modules/share'
import { tellingDescription } from '@/modules/tellingDescription'
import { Button, LinkButton } from '@/ui/Button'
import { ExternalLink } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { LinkOrigin } from './LinkOrigin'
import { Origins } from './Origins'

const facts = [
  ['Author', 'author'],
  ['Company', 'company'],
  ['Country', 'country'],
  ['Role', 'title'],
  ['Field', 'field'],
  ['Category', 'category'],
  ['Sponsor type', 'sponsorType'],
] as const

/** Name, what it is, what is known, and where to go from here. */
export function EntityHead({ entity }: { entity: Entity }) {
  const session = useSession()
  const words = typeWords(entity.type)
  const below = byline(entity)
  const description = tellingDescription(entity)
  const links = entityLinks(entity.metadata)
  // What stands below the name is not said twice.
  const known: { label: string; value: string }[] = facts.flatMap(([label, field]) => {
    const value = entity.metadata?.[field]
    return value && !below?.endsWith(value) ? [{ label, value }] : []
  })
  const year = entity.records.find(r => r.year)?.year
  if (year) known.push({ label: entity.type === 'book' ? 'First published' : 'Since', value: String(year) })
  const isbn = entity.records.find(r => r.isbn)?.isbn
  const channel = entity.records.find(r => r.channelId)
  if (isbn) known.push({ label: 'ISBN', value: isbn })
  return (
    <header className={`entity-head type-${entityType(entity.type) ?? entity.type}`}>
      <div className="entity-cover">
        <EntityCover entity={entity} large />
      </div>
      <div className="entity-words">
        <p className="kicker">{words.singular}</p>
        <h1>{entity.name}</h1>
        {below && <p className="entity-byline">{below}</p>}
        {description && <p className="lead">{description}</p>}
        <p className="entity-counts figures">
          <span>
            <b>{count(entity.mentionCount)}</b> {plural('mention', entity.mentionCount)}
          </span>
          <span>
            <b>{count(entity.episodeCount)}</b> {plural('episode', entity.episodeCount)}
          </span>
          {entity.privateMentions > 0 && (
            <span>
              and <b>{count(entity.privateMentions)}</b> {plural('mention', entity.privateMentions)} in{' '}
              {counted(entity.privateEpisodes, 'private episode')}
            </span>
          )}
        </p>
        {known.length > 0 && (
          <dl className="entity-facts">
            {known.map(f => (
              <div key={f.label}>
                <dt>{f.label}</dt>
                <dd>{f.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {channel && (
          <p>
            This show is in the directory:{' '}
            <Link to={paths.channel(channel.channelId)}>{channelName(channel.channelName)}</Link>
          </p>
        )}
        {links.length > 0 && (
          <ul className="entity-links">
            {links.map(l => (
              <li key={l.kind}>
                <Icon name={l.icon} />{' '}
                <ExternalLink href={l.url} showHost>
                  {l.label}
                </ExternalLink>
                <LinkOrigin entity={entity} url={l.url} />
              </li>
            ))}
          </ul>
        )}
        <Origins entity={entity} />
        <div className="row">
          <FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} words />
          <Button icon="share" onClick={() => void share({ title: entity.name, url: location.href })}>
            Share
          </Button>
          <ReportButton itemType="entity" itemId={entity.id} name={entity.name} />
          {may(session, 'moderate') && (
            <>
              <LinkButton to={paths.adminDataQuality({ type: entity.type, similar: entity.id })}>
                Find Similar
              </LinkButton>
              <LinkButton to={paths.adminDataQuality({ type: entity.type, edit: entity.id })}>Edit</LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
