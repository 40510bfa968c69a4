import { useQuery } from '@/lib/query'
import { useLocation } from 'react-router'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { countedOf } from '@/lib/plurals'
import type { EntityType } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { EpisodeCard } from '@/modules/EpisodeCard'
import { Failed } from '@/modules/Failed'
import { NoMatch } from '@/modules/NoMatch'
import { pagesOf } from '@/modules/paged'
import { RemovableChip } from '@/ui/Chip'
import { Pagination } from '@/ui/Paging'
import { SkeletonCards } from '@/ui/Skeleton'

const pageSize = 12

/** The filter by an entity, called by the entity's name. */
function EntityChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data, isError } = useQuery(EntityService.method.getEntity, { id })
  const entity = data?.entity
  return (
    <p className="directory-chip">
      <RemovableChip
        label={entity?.name ?? (isError ? `Entity ${id}` : '…')}
        {...(entity && { type: entity.type })}
        onRemove={onRemove}
      />
    </p>
  )
}

/** Analyzed episodes, twelve a page; the server searches title, description and channel. */
export function EpisodeTab({
  search,
  type,
  entity,
}: {
  search: string
  type: EntityType | undefined
  entity: number | undefined
}) {
  const { read, choose } = useAddress()
  const address = useLocation()
  const page = /^[1-9]\d{0,4}$/.test(read('page')) ? Number(read('page')) : 1
  // The type of a chosen entity says nothing new.
  const query = useQuery(EpisodeService.method.listEpisodes, {
    search,
    type: entity ? '' : (type ?? ''),
    entity: entity ?? 0,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const href = (p: number) => {
    const next = new URLSearchParams(address.search)
    next.set('page', String(p))
    return `?${next.toString()}`
  }
  return (
    <>
      <h2 className="visually-hidden">Episodes</h2>
      {entity !== undefined && (
        <EntityChip id={entity} onRemove={() => choose({ entity: undefined, page: undefined, tab: 'episodes' })} />
      )}
      {query.isPending && <SkeletonCards />}
      {query.isError && <Failed query={query} />}
      {query.data && (
        <>
          <p className="directory-found small muted figures" role="status">
            {countedOf(query.data, 'episode')} found
          </p>
          {query.data.episodes.length === 0 && <NoMatch icon="episode" title="No episodes found" />}
          <div className="grid">
            {query.data.episodes.map(e => (
              <EpisodeCard key={e.id} episode={e} />
            ))}
          </div>
          <Pagination page={page} pages={pagesOf(query.data, pageSize, page, query.data.episodes.length)} href={href} />
        </>
      )}
    </>
  )
}
