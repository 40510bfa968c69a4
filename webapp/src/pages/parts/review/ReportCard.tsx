import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { Reported } from '@/gen/mentionary/v1/review_pb'
import { count, date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { byline } from '@/modules/byline'
import { channelName } from '@/modules/channelName'
import { reportReason } from '@/modules/reportWords'
import { Badge } from '@/ui/Badge'
import { Quote } from '@/ui/Quote'
import { reportedName } from './words'

/** What was reported, and what readers say about it. */
export function ReportCard({ item, waiting }: { item: Reported; waiting: number }) {
  const { entity, episode, mention } = item
  return (
    <article className={`claim type-${entity?.type ?? 'episode'}`} aria-label={reportedName(item)}>
      <header className="claim-head">
        {entity ? (
          <Badge type={entity.type}>{typeWords(entity.type).singular}</Badge>
        ) : (
          <Badge icon="episode">Episode</Badge>
        )}
        <h2 dir="auto">
          {entity ? (
            <Link to={paths.entity(entity)}>{entity.name}</Link>
          ) : episode ? (
            <Link to={paths.episode(episode.id)}>{episode.title}</Link>
          ) : (
            'No longer in the directory'
          )}
        </h2>
        <p className="muted">
          {counted(item.reporters, 'reader')} · {count(Math.max(0, waiting))} waiting
          {entity && byline(entity) && ` · ${byline(entity)}`}
        </p>
      </header>
      {mention && (
        <Quote
          size="large"
          type={entity?.type ?? ''}
          text={mention.quote}
          surface={mention.surface}
          at={mention.start}
          position={mention.position}
          playUrl={mention.url}
          speaker={mention.speaker}
          source={
            <Link to={paths.episode(mention.videoId)}>
              {mention.episodeTitle}, {channelName(mention.channelName)}
            </Link>
          }
        />
      )}
      <ul className="stack anywhere">
        {item.notes.map((n, i) => (
          <li key={i}>
            <Badge tone="warn">{reportReason(n.reason)}</Badge> {n.text && <span dir="auto">“{n.text}”</span>}{' '}
            <span className="small muted">
              {n.reporter || 'A reader'}
              {n.createdAt && `, ${date(timestampDate(n.createdAt)) ?? ''}`}
            </span>
          </li>
        ))}
      </ul>
      {entity && !mention && (
        <p className="small">
          <Link to={paths.adminDataQuality()}>Open Data Quality</Link>{' '}
          <span className="muted">to change its type, name or links.</span>
        </p>
      )}
    </article>
  )
}
