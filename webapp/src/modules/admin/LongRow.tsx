import { memo, type ReactNode } from 'react'
import { cx } from '@/lib/classes'

export type LongColumn<Row> = {
  key: string
  title: string
  /** in px; what is left over is shared in the same proportion */ width: number
  align?: 'end'
  render: (row: Row) => ReactNode
}

type Props<Row> = {
  row: Row
  /** where it stands in the list */ at: number
  columns: readonly LongColumn<Row>[]
  height: number
  name: string
  /** keys act on it */ here: boolean
  chosen: boolean
}

/** The table hears it. */
const heard = () => undefined

function Line<Row>({ row, at, columns, height, name, here, chosen }: Props<Row>) {
  return (
    <div
      className={cx('long-line long-row', here && 'long-here', chosen && 'long-chosen')}
      style={{ height }}
      role="row"
      aria-rowindex={at + 2}
      aria-current={here ? 'true' : undefined}
      data-at={at}
    >
      <div className="long-cell" role="cell">
        <input type="checkbox" className="long-check" aria-label={`Select ${name}`} checked={chosen} onChange={heard} />
      </div>
      {columns.map(({ key, align, render }) => (
        <div key={key} className={align ? 'long-cell long-end' : 'long-cell'} role="cell">
          {render(row)}
        </div>
      ))}
    </div>
  )
}

/** One row of a LongTable. What is done to it is heard by the table: a row has no listeners, and is drawn again only when it changes. */
export const LongRow = memo(Line) as typeof Line
