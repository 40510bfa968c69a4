import type { ReactNode } from 'react'
import { useQuery } from '@/lib/query'
import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import {
  EntityService,
  type EntityCompanion,
  type EntityRecommender,
  type EntityShow,
  type GetEntityOverviewResponse,
} from '@/gen/mentionary/v1/entity_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { channelName } from '@/modules/channelName'
import { EntityCover } from '@/modules/EntityCover'
import { Failed } from '@/modules/Failed'
import { Months } from './Months'

/**
 * Who recommended it, where and when it is mentioned, and what with. Nothing is said of what is not there. What comes below
 * waits for it, so that it need not move.
 */
export function Overview({ entity, children }: { entity: Entity; children: ReactNode }) {
  const query = useQuery(EntityService.method.getEntityOverview, { id: entity.id })
  if (query.isPending) return null
  return (
    <>
      {query.isError ? <Failed query={query} /> : <Known entity={entity} overview={query.data} />}
      {children}
    </>
  )
}

function Known({ entity, overview }: { entity: Entity; overview: GetEntityOverviewResponse }) {
  const { recommenders, recommenderTotal, shows, months, together } = overview
  return (
    <>
      {recommenders.length > 0 && <RecommendedBy recommenders={recommenders} total={recommenderTotal} />}
      {months.length > 2 && <Months months={months} type={entity.type} />}
      {shows.length > 1 && <Shows shows={shows} />}
      {together.length > 0 && <Together companions={together} />}
    </>
  )
}

function RecommendedBy({ recommenders, total }: { recommenders: readonly EntityRecommender[]; total: number }) {
  const more = total - recommenders.length
  return (
    <section aria-labelledby="recommended-by">
      <h2 id="recommended-by">Recommended by</h2>
      <ul className="rail-list">
        {recommenders.map(r => (
          <li key={`${r.speaker} ${r.channelId}`} className="rail-line">
            <p className="rail-name">{r.speaker || `Somebody on ${channelName(r.channelName)}`}</p>
            <p className="tiny muted">
              {r.speaker && `${channelName(r.channelName)} · `}
              <Link to={paths.episode(r.episodeId)}>{r.episodeTitle}</Link>
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="small muted">And {count(more)} more.</p>}
    </section>
  )
}

function Shows({ shows }: { shows: readonly EntityShow[] }) {
  return (
    <section aria-labelledby="shows">
      <h2 id="shows">Shows</h2>
      <ul className="rail-list">
        {shows.map(s => (
          <li key={s.channelId} className="rail-line">
            <Link className="rail-link clamp-2" to={paths.channel(s.channelId)}>
              {channelName(s.name)}
            </Link>
            <p className="tiny muted figures">
              {counted(s.mentions, 'mention')} · {counted(s.episodes, 'episode')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Together({ companions }: { companions: readonly EntityCompanion[] }) {
  return (
    <section aria-labelledby="together">
      <h2 id="together">Often mentioned together</h2>
      <ul className="rail-list">
        {companions.map(c => (
          <li key={c.id} className="rail-item">
            <div className="rail-cover-square">
              <EntityCover entity={c} />
            </div>
            <div>
              <Link className="rail-link clamp-2" to={paths.entity(c)}>
                {c.name}
              </Link>
              <p className="tiny muted">
                {typeWords(c.type).singular} · together in {counted(c.episodes, 'episode')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
