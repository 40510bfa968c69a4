import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { InsightsService, type RisingEntity } from '@/gen/mentionary/v1/insights_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import type { Period } from '@/modules/admin/period'
import { usePage } from '@/modules/admin/usePage'
import { Badge } from '@/ui/Badge'
import { Change } from './Change'

/** What was mentioned more often in the period than in the one before. */
export function Rising({ filter }: { filter: Period & { type: string; channel: string; by: string } }) {
  const at = usePage(10)
  const rising = useQuery(
    InsightsService.method.listRisingEntities,
    { ...filter, limit: at.limit, offset: at.offset },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  return (
    <Panel title="Rising Entities">
      <PagedTable<RisingEntity>
        query={rising}
        rows={rising.data?.entities}
        at={at}
        empty="Nothing was mentioned more often than in the period before."
        rowKey="id"
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
    </Panel>
  )
}
