import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { date, percent } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { channelName } from '@/modules/channelName'
import { EntityCover } from '@/modules/EntityCover'
import { Failed } from '@/modules/Failed'
import { Cover } from '@/ui/Cover'
import { Loading, Skeleton } from '@/ui/Skeleton'

/** The episodes that mention it. */
export function SeenIn({ entity }: { entity: Entity }) {
  if (entity.episodes.length === 0) return null
  const more = entity.episodeCount > entity.episodes.length
  return (
    <section aria-labelledby="seen-in">
      <h2 id="seen-in">Mentioned in</h2>
      <ul className="rail-list">
        {entity.episodes.map(e => {
          const published = e.publishedAt && timestampDate(e.publishedAt)
          return (
            <li key={e.id} className="rail-item">
              <div>
                <Cover name={e.title} type="episode" src={e.thumbnailUrl} />
              </div>
              <div>
                <Link className="rail-link clamp-2" to={paths.episode(e.id)}>
                  {e.title}
                </Link>
                <p className="tiny muted">
                  {channelName(e.channel?.name)} · {counted(e.mentionCount, 'mention')}
                  {published && (
                    <>
                      {' '}
                      · <span className="rail-date">{date(published)}</span>
                    </>
                  )}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {more && (
        <p>
          <Link className="small" to={paths.directory({ type: entity.type, entity: entity.id })}>
            View all {counted(entity.episodeCount, 'episode')}
          </Link>
        </p>
      )}
    </section>
  )
}

const kinds: Record<string, string> = {
  exact: 'same name',
  alias: 'another name',
  authority: 'same catalog entry',
  similar: 'similar name',
  heard: 'sounds alike',
}

/** Entities that may be the same thing, or are close to it. */
export function Similar({ entity }: { entity: Entity }) {
  const query = useQuery(EntityService.method.listSimilarEntities, { id: entity.id })
  if (query.isSuccess && query.data.results.length === 0) return null
  return (
    <section aria-labelledby="similar">
      <h2 id="similar">Similar</h2>
      {query.isPending && (
        <Loading>
          <Skeleton height={120} />
        </Loading>
      )}
      {query.isError && <Failed query={query} />}
      <ul className="rail-list">
        {query.data?.results.map(
          ({ entity: e, matchType, similarity }) =>
            e && (
              <li key={e.id} className="rail-item">
                <div className="rail-cover-square">
                  <EntityCover entity={e} />
                </div>
                <div>
                  <Link className="rail-link clamp-2" to={paths.entity(e)}>
                    {e.name}
                  </Link>
                  <p className="tiny muted">
                    {kinds[matchType] ?? matchType} · {percent(similarity)} similar
                  </p>
                </div>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
