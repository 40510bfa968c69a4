import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Table } from 'antd'
import { Link } from 'react-router'
import { InsightsService, type RisingEntity } from '@/gen/mentionary/v1/insights_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { Panel } from '@/modules/admin/AdminPage'
import type { Period } from '@/modules/admin/period'
import { Failed } from '@/modules/Failed'
import { Badge } from '@/ui/Badge'
import { SkeletonRows } from '@/ui/Skeleton'
import { Change } from './Change'

const pageSize = 10

/** What was mentioned more often in the period than in the one before. */
export function Rising({ filter }: { filter: Period & { type: string; channel: string; by: string } }) {
  const { read, choose } = useAddress()
  const page = Math.max(1, Math.floor(Number(read('page'))) || 1)
  const rising = useQuery(
    InsightsService.method.listRisingEntities,
    { ...filter, limit: pageSize, offset: (page - 1) * pageSize },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  return (
    <Panel title="Rising Entities">
      {rising.isPending && <SkeletonRows rows={5} height={44} />}
      {rising.isError && !rising.data && <Failed query={rising} />}
      {rising.data && (
        <Table<RisingEntity>
          size="small"
          rowKey="id"
          loading={rising.isPlaceholderData}
          dataSource={rising.data.entities}
          locale={{
            emptyText: <span className="muted">Nothing was mentioned more often than in the period before.</span>,
          }}
          pagination={{
            current: page,
            pageSize,
            total: rising.data.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: next => choose({ page: next > 1 ? String(next) : undefined }),
          }}
          columns={[
            {
              key: 'name',
              title: 'Name',
              render: (_, entity) => (
                <span className="row">
                  <Link to={paths.entity(entity)}>{entity.name}</Link>
                  <Badge type={entity.type}>{typeWords(entity.type).singular}</Badge>
                </span>
              ),
            },
            {
              key: 'mentions',
              title: 'Mentions',
              align: 'right',
              width: 110,
              className: 'figures',
              render: (_, { mentions }) => count(mentions),
            },
            {
              key: 'before',
              title: 'Before',
              align: 'right',
              width: 90,
              className: 'figures',
              responsive: ['sm'],
              render: (_, { mentionsBefore }) => count(mentionsBefore),
            },
            {
              key: 'change',
              title: 'Change',
              align: 'right',
              width: 150,
              render: (_, { mentions, mentionsBefore }) => <Change now={mentions} before={mentionsBefore} />,
            },
            {
              key: 'episodes',
              title: 'Episodes',
              align: 'right',
              width: 150,
              className: 'figures',
              responsive: ['md'],
              render: (_, { episodes, episodesBefore }) => `${count(episodes)} (${count(episodesBefore)} before)`,
            },
          ]}
        />
      )}
    </Panel>
  )
}
