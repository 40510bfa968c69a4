import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { Skeleton } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { EntityName } from './EntityName'

/** Entities that are read, and how many of them are shown. */
const fetched = 50
const shown = 10

/** The most mentioned entities of a type, each with the way to what is like it. */
export function FirstEntities({ type }: { type: string }) {
  const address = useAddress()
  const query = useQuery(EntityService.method.listEntities, { type, limit: fetched })
  const first = query.data?.entities.slice(0, shown) ?? []
  return (
    <Panel
      title={typeWords(type).label}
      actions={
        <Button type="link" onClick={() => address.choose({ tab: 'entities' })}>
          View all {counted(query.data?.total ?? 0, 'entity')}
        </Button>
      }
    >
      {query.error ? (
        <Failed query={query} />
      ) : query.isPending ? (
        <ul className="quality-first" aria-busy="true">
          {Array.from({ length: shown }, (_, i) => (
            <li key={i}>
              <Skeleton width="60%" />
            </li>
          ))}
        </ul>
      ) : first.length === 0 ? (
        <Empty icon="list" title={`No ${typeWords(type).plural} yet`} text="They appear when episodes are analyzed." />
      ) : (
        <ul className="quality-first">
          {first.map(entity => (
            <li key={entity.id}>
              <EntityName entity={entity} badge={false} />
              <span className="small muted figures">{counted(entity.mentionCount, 'mention')}</span>
              <Button size="small" onClick={() => address.choose({ similar: String(entity.id) })}>
                Find Similar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
