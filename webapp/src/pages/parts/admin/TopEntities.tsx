import { Table } from 'antd'
import { Link } from 'react-router'
import type { TopEntity } from '@/gen/mentionary/v1/admin_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { EntityCover } from '@/modules/EntityCover'
import { Badge } from '@/ui/Badge'

const shown = 5

/** The most mentioned entities, in short. */
export function TopEntityList({ entities }: { entities: readonly TopEntity[] }) {
  return (
    <Panel title="Top Entities" actions={<Link to={paths.directory({ tab: 'entities' })}>Directory</Link>}>
      {entities.length === 0 && <p className="muted">Nothing has been found yet.</p>}
      <ol className="ruled ruled-icons" aria-label="Top entities">
        {entities.slice(0, shown).map(entity => (
          <li key={entity.id}>
            <span className="admin-cover" aria-hidden="true">
              <EntityCover entity={entity} />
            </span>
            <span className="lines">
              <span>
                <Badge type={entity.type}>{typeWords(entity.type).singular}</Badge>
              </span>
              <Link className="clamp-1" to={paths.entity(entity)}>
                {entity.name}
              </Link>
            </span>
            <span className="figures">{counted(entity.mentions, 'mention')}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The most mentioned entities, each beside the first of them. */
export function TopEntities({ entities }: { entities: readonly TopEntity[] }) {
  const most = Math.max(1, ...entities.map(e => e.mentions))
  return (
    <Panel title="Top Entities">
      <Table<TopEntity>
        size="small"
        rowKey="id"
        dataSource={[...entities]}
        pagination={false}
        locale={{ emptyText: <span className="muted">Nothing has been found yet.</span> }}
        columns={[
          {
            key: 'name',
            title: 'Name',
            render: (_, entity) => <Link to={paths.entity(entity)}>{entity.name}</Link>,
          },
          {
            key: 'type',
            title: 'Type',
            width: 120,
            render: (_, { type }) => <Badge type={type}>{typeWords(type).singular}</Badge>,
          },
          {
            key: 'mentions',
            title: 'Mentions',
            width: '40%',
            render: (_, { type, mentions }) => (
              <span className={`admin-bar type-${type}`}>
                <span style={{ width: `${(100 * mentions) / most}%` }} />
                <strong className="figures">{count(mentions)}</strong>
              </span>
            ),
          },
        ]}
      />
    </Panel>
  )
}
