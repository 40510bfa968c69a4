import { isValidElement, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Table, type TableProps } from 'antd'
import { cx } from '@/lib/classes'
import type { Rows } from './useRows'
import './LongTable.css'

/** The width of the list, and the height that is left for the rows below what stands above them, in px. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 480 })
  useLayoutEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY
      // A pixel less: widths are no whole numbers, and half a one too much is a bar to scroll by.
      setRoom({ width: (box.current?.clientWidth ?? 1) - 1, height: Math.max(360, innerHeight - top - 96) })
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return { box, room }
}

type Drawn = Pick<ComponentProps<'input'>, 'checked' | 'onChange' | 'onClick' | 'aria-label'>

/** The checkbox that antd would draw for a row, as the browser's own: antd's is half of what a row costs that scrolls into view. */
function nativeCheckbox(drawn: ReactNode) {
  if (!isValidElement<Drawn>(drawn)) return drawn
  const { checked, onChange, onClick, 'aria-label': label } = drawn.props
  return (
    <input
      type="checkbox"
      className="long-check"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      onClick={onClick}
    />
  )
}

/** A list of any length with a cursor and a selection: only the rows in view are in the document, however many are loaded. */
export function LongTable<Row extends object>({
  list,
  columns,
  width,
  rowHeight,
  nameOf,
  busy,
  className,
}: {
  list: Rows<Row>
  columns: NonNullable<TableProps<Row>['columns']>
  /** below this width it scrolls; both in px */ width: number
  rowHeight: number
  /** what the checkbox of a row is called after */ nameOf: (row: Row) => string
  /** the rows are those of before */ busy: boolean
  className?: string
}) {
  const { box, room } = useRoom()
  const { rows, current, selected, keyOf, table, select, point, onEnd } = list
  return (
    <div ref={box} className={cx('long-table', className)} aria-busy={busy}>
      <Table<Row>
        ref={table}
        virtual
        rowKey={keyOf}
        size="small"
        columns={columns}
        dataSource={rows}
        pagination={false}
        // Never less than there is room for: when its columns change, rc-virtual-list would push the rows aside by the difference.
        scroll={{ x: Math.max(width, room.width), y: room.height }}
        rowClassName={row => cx('long-row', row === current && 'long-here')}
        onRow={(row, i = 0) => ({
          onClick: () => point(row, i),
          'aria-current': row === current ? 'true' : undefined,
        })}
        rowSelection={{
          fixed: true,
          columnWidth: 44,
          selectedRowKeys: selected.map(keyOf),
          onChange: select,
          getCheckboxProps: row => ({ 'aria-label': `Select ${nameOf(row)}` }),
          renderCell: (_, _row, _at, drawn) => nativeCheckbox(drawn),
        }}
        onScroll={event => {
          if ((rows.length - 20) * rowHeight - event.currentTarget.scrollTop < room.height) onEnd()
        }}
      />
    </div>
  )
}
