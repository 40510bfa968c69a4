import { useInfiniteQuery } from '@connectrpc/connect-query'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { entityType, entityTypes, typeWords, type EntityType } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { EntityCard } from '@/modules/EntityCard'
import { Failed } from '@/modules/Failed'
import { ListEnd } from '@/modules/ListEnd'
import { Section } from '@/ui/Page'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Tabs } from '@/ui/Tabs'

/** Entities a page; a further page exists only while the last one was full. */
const pageSize = 12

function Entities({ type }: { type: EntityType }) {
  const list = useInfiniteQuery(
    EntityService.method.listEntities,
    { type, limit: pageSize, pageToken: '', withQuotes: true },
    {
      pageParamKey: 'pageToken',
      getNextPageParam: last => (last.entities.length === pageSize ? last.nextPageToken || undefined : undefined),
    },
  )
  if (list.isPending) return <SkeletonCards cover="" />
  if (list.isError && !list.data) return <Failed query={list} />
  const entities = list.data.pages.flatMap(p => p.entities)
  if (entities.length === 0)
    return (
      <Empty
        icon={type === 'person' ? 'people' : type}
        title={`No ${typeWords(type).plural} found yet. Try processing more episodes!`}
      />
    )
  return (
    <>
      <div className="grid discovered">
        {entities.map(e => (
          <EntityCard key={e.id} entity={e} />
        ))}
      </div>
      <ListEnd query={list} />
    </>
  )
}

/** Everything that was mentioned, by type; the chosen type lives in the address. */
export function DiscoveredMentions() {
  const { read, choose } = useAddress()
  const type = entityType(read('type')) ?? 'book'
  return (
    <Section title="Discovered Mentions" kicker="Directory">
      <Tabs
        label="Types of mentions"
        tabs={entityTypes.map(t => ({ id: t.type, label: t.label, type: t.type }))}
        value={type}
        onChange={next => choose({ type: next })}
      >
        <Entities key={type} type={type} />
      </Tabs>
    </Section>
  )
}
