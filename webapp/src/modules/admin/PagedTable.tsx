import { Table, type TableProps } from 'antd'
import type { FailedQuery } from '@/modules/Failed'
import { Answered } from '@/modules/Answered'
import type { ListPage } from './usePage'
import { WideTable } from './WideTable'

type Props<Row> = Pick<
  TableProps<Row>,
  'className' | 'columns' | 'expandable' | 'rowClassName' | 'rowKey' | 'rowSelection' | 'size'
> & {
  query: FailedQuery & { data: { total: number } | undefined; isPlaceholderData: boolean }
  rows: readonly Row[] | undefined
  at: ListPage
  /** what is said when there is nothing */ empty: React.ReactNode
  /** below this width, in px, it scrolls */ width?: number
}

/** A list that is read page by page, as a table: with its lines while it loads, its failure, and the way to the other pages. */
export function PagedTable<Row extends object>({ query, rows, at, empty, width, ...table }: Props<Row>) {
  return (
    <Answered query={query} rows={6} height={44}>
      {({ total }) => {
        const all: TableProps<Row> = {
          size: 'small',
          ...table,
          dataSource: rows ?? [],
          loading: query.isPlaceholderData,
          locale: { emptyText: typeof empty === 'string' ? <span className="muted">{empty}</span> : empty },
          pagination: {
            current: at.page,
            pageSize: at.limit,
            total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: at.turn,
          },
        }
        return width ? <WideTable<Row> {...all} width={width} /> : <Table<Row> {...all} />
      }}
    </Answered>
  )
}
