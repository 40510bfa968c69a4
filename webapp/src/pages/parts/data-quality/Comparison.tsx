import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import { QualityService, type EntityEvidence } from '@/gen/mentionary/v1/quality_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Failed } from '@/modules/Failed'
import { tellingDescription } from '@/modules/tellingDescription'
import { Badge } from '@/ui/Badge'
import { ExternalLink } from '@/ui/ExternalLink'
import { Quote } from '@/ui/Quote'
import { SkeletonRows } from '@/ui/Skeleton'
import { EntityName } from './EntityName'
import { ConfidenceScore } from './Scores'
import { matchWords } from './words'

/** Two entities side by side: their names, quotes, links and company, and why they may be the same. */
export function Comparison({ id, otherId }: { id: number; otherId: number }) {
  const query = useQuery(QualityService.method.compareEntities, { id, otherId })
  if (query.error) return <Failed query={query} />
  if (query.isPending) return <SkeletonRows rows={1} height={400} />
  const { first, second, reasons, mentionedWithBoth, episodesTogether, matchType, confidence } = query.data
  return (
    <>
      <div className="quality-compare">
        {[first, second].map(e => e?.entity && <Evidence key={e.entity.id} evidence={e} />)}
      </div>
      <div className="stack">
        <p className="row small">
          <b>{matchWords(matchType)}</b>
          <ConfidenceScore score={confidence} />
          {reasons.map(reason => (
            <span key={reason} className="muted">
              {reason}
            </span>
          ))}
        </p>
        <p className="row small">
          <span>
            {episodesTogether > 0
              ? `Both are named in ${counted(episodesTogether, 'episode')}.`
              : 'Never named in one episode.'}
          </span>
          {mentionedWithBoth.length > 0 && <span className="muted">Named beside both:</span>}
          {mentionedWithBoth.map(e => (
            <Link key={e.id} to={paths.entity(e)} className="quality-beside">
              <Badge type={e.type}>{e.name}</Badge>
            </Link>
          ))}
        </p>
      </div>
    </>
  )
}

/** What is known about one of the two. */
function Evidence({ evidence: { entity, names, quotes, links, channels } }: { evidence: EntityEvidence }) {
  if (!entity) return null
  const description = tellingDescription(entity)
  const more = names.filter(n => !n.own)
  return (
    <article className="quality-evidence" aria-label={entity.name}>
      <EntityName entity={entity} badge={false} />
      <p className="small muted figures">
        {counted(entity.mentionCount, 'mention')} in {counted(entity.episodeCount, 'episode')}
      </p>
      {more.length > 0 && <p className="small">Also called {more.map(n => n.name).join(', ')}</p>}
      {description && <p className="small">{description}</p>}
      {quotes.map(q => (
        <Quote
          key={q.id}
          size="compact"
          text={q.quote}
          surface={q.surface}
          type={entity.type}
          source={q.episodeTitle}
        />
      ))}
      {links.length > 0 && (
        <ul className="lines small">
          {links.map(l => (
            <li key={l.url}>
              <ExternalLink href={l.url}>{l.url}</ExternalLink>
            </li>
          ))}
        </ul>
      )}
      {channels.length > 0 && <p className="small muted">On {channels.join(', ')}</p>}
    </article>
  )
}
