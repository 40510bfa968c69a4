import { Grid, Table, type TableProps } from 'antd'
import { cx } from '@/lib/classes'
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
  /** below this width, in px, it scrolls; on phones each row is a card of lines instead */ width?: number
}

type Columns<Row> = NonNullable<TableProps<Row>['columns']>

/** Columns whose cells say what they are about, for where the head is not shown. */
const labeled = <Row,>(columns: Columns<Row>): Columns<Row> =>
  columns.map(column => {
    const { title } = column
    if (typeof title !== 'string' || !title) return column
    return { ...column, align: 'start', onCell: () => ({ 'data-label': title }) as object }
  })

/** What is narrower fits on a phone as it is. */
const phone = 400

/** A list that is read page by page, as a table: with its lines while it loads, its failure, and the way to the other pages. */
export function PagedTable<Row extends object>({ query, rows, at, empty, width, ...table }: Props<Row>) {
  const narrow = !(Grid.useBreakpoint().md ?? true)
  const cards = narrow && width !== undefined && width > phone
  return (
    <Answered query={query} rows={6} height={44}>
      {({ total }) => {
        const all: TableProps<Row> = {
          size: 'small',
          ...table,
          ...(cards && { className: cx('paged-cards', table.className), columns: labeled(table.columns ?? []) }),
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
        return width && !cards ? <WideTable<Row> {...all} width={width} /> : <Table<Row> {...all} />
      }}
    </Answered>
  )
}
