import { useInfiniteQuery } from '@/lib/query'
import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { paths } from '@/lib/paths'
import { countedOf } from '@/lib/plurals'
import { entityType, typeChoice, typeChoices, typeWords, type EntityType } from '@/lib/types'
import { byline } from '@/modules/byline'
import { EntityCover } from '@/modules/EntityCover'
import { EntityLinkSlots } from '@/modules/EntityLinkSlots'
import { Failed } from '@/modules/Failed'
import { ListEnd } from '@/modules/ListEnd'
import { NoMatch } from '@/modules/NoMatch'
import { byToken } from '@/modules/paged'
import { tellingDescription } from '@/modules/tellingDescription'
import { Badge } from '@/ui/Badge'
import { SkeletonRows } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'

const pageSize = 50

/** The things that were mentioned, one table a type. */
export function EntityTab({
  search,
  type,
  onType,
}: {
  search: string
  type: EntityType
  onType: (type: string) => void
}) {
  return (
    <Tabs
      label="Types"
      value={typeChoice(type)}
      onChange={onType}
      tabs={typeChoices.map(t => ({ id: t.value, label: t.label, type: entityType(t.value) ?? t.value }))}
    >
      <EntityTable search={search} type={type} />
    </Tabs>
  )
}

function EntityTable({ search, type }: { search: string; type: EntityType }) {
  const query = useInfiniteQuery(
    EntityService.method.listEntities,
    { type, search, limit: pageSize, pageToken: '' },
    byToken,
  )
  const entities = query.data?.pages.flatMap(p => p.entities) ?? []
  const words = typeWords(type)
  return (
    <>
      {query.isPending && <SkeletonRows rows={6} height={72} />}
      {query.isError && !query.isFetchNextPageError && <Failed query={query} />}
      {query.data && (
        <p className="directory-found small muted figures" role="status">
          {countedOf(query.data.pages[0], words.singular)} found
        </p>
      )}
      {query.isSuccess && entities.length === 0 && <NoMatch title={`No ${words.plural} found`} />}
      {entities.length > 0 && (
        // Roles are written out: on narrow screens the rows are no table boxes, and browsers then forget what they are.
        <table role="table" className={`entity-table type-${type}`}>
          <caption className="visually-hidden">{words.label}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Name
              </th>
              <th role="columnheader" scope="col">
                Description
              </th>
              <th role="columnheader" scope="col">
                Episodes
              </th>
              <th role="columnheader" scope="col">
                Links
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {entities.map(e => (
              <Row key={e.id} entity={e} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd query={query} />
    </>
  )
}

function Row({ entity: e }: { entity: Entity }) {
  const below = byline(e)
  return (
    <tr role="row">
      <td role="cell" className="entity-table-name">
        <span className="entity-table-cover">
          <EntityCover entity={e} />
        </span>
        <span>
          <Link to={paths.entity(e)}>{e.name}</Link>
          {below && <span className="small muted">{below}</span>}
        </span>
      </td>
      <td role="cell" className="small">
        <span className="clamp-3">
          {tellingDescription(e) ?? <span className="muted">No description available</span>}
        </span>
      </td>
      <td role="cell">
        <Link
          className="entity-table-episodes"
          to={paths.directory({ type: e.type, entity: e.id })}
          aria-label={`Episodes with ${e.name}: Available`}
        >
          <Badge tone="good">Available</Badge>
        </Link>
      </td>
      <td role="cell">
        <EntityLinkSlots entity={e} />
      </td>
    </tr>
  )
}
