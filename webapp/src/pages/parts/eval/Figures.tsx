import type { TableProps } from 'antd'
import { Panel } from '@/modules/admin/AdminPage'
import { WideTable } from '@/modules/admin/WideTable'
import { change, rowsOf, written, type Report, type Row } from './report'

const right = { align: 'right', className: 'figures', width: 110 } as const

const name = { title: 'Figure', dataIndex: 'name', width: 320 }
const cases = { ...right, title: 'Cases', render: (_: unknown, { after, before }: Row) => (after ?? before)?.of || '' }
const goal = { title: 'Goal', width: 220, render: (_: unknown, { after, before }: Row) => (after ?? before)?.goal }

const alone: NonNullable<TableProps<Row>['columns']> = [
  name,
  { ...right, title: 'Value', render: (_, row) => written(row.after) },
  cases,
  goal,
]
const both: NonNullable<TableProps<Row>['columns']> = [
  name,
  { ...right, title: 'Before', render: (_, row) => written(row.before) },
  { ...right, title: 'After', render: (_, row) => written(row.after) },
  { ...right, title: 'Change', render: (_, row) => change(row) },
  cases,
  goal,
]

/** The figures of one report, or of two side by side, part by part. */
export function Figures({
  reports,
  changed,
}: {
  reports: readonly Report[]
  /** only those that differ */ changed: boolean
}) {
  const compared = reports.length === 2
  const parts = rowsOf(reports)
    .map(p => ({ ...p, rows: compared && changed ? p.rows.filter(r => change(r) || !r.before || !r.after) : p.rows }))
    .filter(p => p.rows.length > 0)
  if (parts.length === 0) return <p className="muted">No figure differs.</p>
  return parts.map(({ part, rows }) => (
    <Panel key={part} title={part}>
      <WideTable<Row>
        width={compared ? 980 : 760}
        size="small"
        rowKey="name"
        columns={compared ? both : alone}
        dataSource={rows}
        pagination={false}
      />
    </Panel>
  ))
}
