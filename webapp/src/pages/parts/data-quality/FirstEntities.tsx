import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Answered } from '@/modules/Answered'
import { Empty } from '@/ui/States'
import { EntityName } from './EntityName'

/** Entities that are read, and how many of them are shown. */
const fetched = 50
const shown = 10

/** The most mentioned entities of a type, each with the way to what is like it. */
export function FirstEntities({ type }: { type: string }) {
  const address = useAddress()
  const query = useQuery(EntityService.method.listEntities, { type, limit: fetched })
  return (
    <Panel
      title={typeWords(type).label}
      actions={
        query.data && (
          <Button type="link" onClick={() => address.choose({ tab: 'entities' })}>
            View all {counted(query.data.total, 'entity')}
          </Button>
        )
      }
    >
      <Answered query={query} rows={shown} height={52}>
        {({ entities }) =>
          entities.length === 0 ? (
            <Empty
              icon="list"
              title={`No ${typeWords(type).plural} yet`}
              text="They appear when episodes are analyzed."
            />
          ) : (
            <ul className="ruled quality-first">
              {entities.slice(0, shown).map(entity => (
                <li key={entity.id}>
                  <EntityName entity={entity} badge={false} />
                  <span className="small muted figures">{counted(entity.mentionCount, 'mention')}</span>
                  <Button size="small" onClick={() => address.choose({ similar: String(entity.id) })}>
                    Find Similar
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  )
}
