import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ChangeEvent, type UIEvent } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '@/lib/classes'
import { LongRow, type LongColumn } from './LongRow'
import type { Rows } from './useRows'
import './LongTable.css'

const headHeight = 40
/** Rows above and below those in view, so that no gap is seen while somebody scrolls. */
const spare = 2

/** The height that is left below what stands above the list, in px. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(480)
  useLayoutEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY
      setRoom(Math.max(360, innerHeight - top - 56))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return { box, room }
}

/**
 * A list of any length with a cursor and a selection. Only the rows in view are in the document, however many are loaded, and all
 * have one height: nothing is measured while somebody scrolls.
 */
export function LongTable<Row>({
  list,
  columns,
  rowHeight,
  nameOf,
  busy,
  className,
}: {
  list: Rows<Row>
  columns: readonly LongColumn<Row>[]
  rowHeight: number
  /** what the checkbox of a row is called after */ nameOf: (row: Row) => string
  /** the rows are those of before */ busy: boolean
  className?: string
}) {
  const { box, room } = useRoom()
  const { rows, current, chosen, keyOf, table, select, point, onEnd } = list
  const [top, setTop] = useState(0)
  const last = useRef(-1)
  useImperativeHandle(table, () => ({
    show: index => {
      const list = box.current
      if (!list) return
      const at = index * rowHeight
      const view = list.clientHeight - headHeight
      list.scrollTo({ top: Math.min(at, Math.max(list.scrollTop, at + rowHeight - view)) })
      // On a phone most of the list may lie below the window.
      const below = list.getBoundingClientRect().top + headHeight + at - list.scrollTop + rowHeight - innerHeight
      if (below > 0) scrollBy({ top: below })
    },
  }))
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), rows.length - 1) - spare)
  const shown = rows.slice(first, first + Math.ceil(room / rowHeight) + 2 * spare)
  const template = useMemo(
    () => `44px ${columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ')}`,
    [columns],
  )
  const width = useMemo(() => columns.reduce((sum, column) => sum + column.width, 44), [columns])
  const scrolled = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop } = event.currentTarget
    // In this frame, or the rows come one frame after their place.
    if (Math.floor(scrollTop / rowHeight) !== Math.floor(top / rowHeight)) flushSync(() => setTop(scrollTop))
    if ((rows.length - 20) * rowHeight - scrollTop < room) onEnd()
  }
  /** The row that an event comes from. */
  const rowAt = (target: EventTarget) => {
    const at = Number((target as Element).closest<HTMLElement>('[data-at]')?.dataset['at'] ?? -1)
    return { at, row: rows[at] }
  }
  const toggled = (event: ChangeEvent<HTMLInputElement>) => {
    const { at } = rowAt(event.target)
    const range = (event.nativeEvent as MouseEvent).shiftKey && last.current >= 0 ? last.current : at
    const next = new Set(chosen)
    for (const row of rows.slice(Math.min(at, range), Math.max(at, range) + 1))
      if (event.target.checked) next.add(keyOf(row))
      else next.delete(keyOf(row))
    last.current = at
    select(next)
  }
  const picked = useMemo(() => rows.filter(row => chosen.has(keyOf(row))).length, [rows, chosen, keyOf])
  return (
    <div
      ref={box}
      className={cx('long-table', className)}
      style={{ maxHeight: room, '--long-columns': template, '--long-width': `${width}px` }}
      role="table"
      aria-rowcount={rows.length + 1}
      aria-busy={busy}
      onScroll={scrolled}
    >
      <div className="long-line long-head" role="row" aria-rowindex={1}>
        <div className="long-cell" role="columnheader">
          <input
            type="checkbox"
            className="long-check"
            aria-label="Select all"
            checked={picked === rows.length}
            ref={input => {
              if (input) input.indeterminate = picked > 0 && picked < rows.length
            }}
            onChange={event => select(event.target.checked ? rows.map(keyOf) : [])}
          />
        </div>
        {columns.map(({ key, title, align }) => (
          <div key={key} className={cx('long-cell', align && 'long-end')} role="columnheader">
            {title}
          </div>
        ))}
      </div>
      <div
        className="long-body"
        role="rowgroup"
        style={{ height: rows.length * rowHeight }}
        onClick={event => {
          const { row, at } = rowAt(event.target)
          if (row && !(event.target as Element).matches('.long-check')) point(row, at)
        }}
        onChange={toggled}
      >
        <div className="long-shown" role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {shown.map((row, i) => (
            <LongRow
              key={keyOf(row)}
              row={row}
              at={first + i}
              columns={columns}
              height={rowHeight}
              name={nameOf(row)}
              here={row === current}
              chosen={chosen.has(keyOf(row))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
