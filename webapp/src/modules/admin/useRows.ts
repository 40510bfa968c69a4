import { useMemo, useRef, useState, type Key } from 'react'
import type { Shortcut } from './shortcuts'

export type Rows<Row> = ReturnType<typeof useRows<Row>>

/**
 * Where somebody is in a long list: the row that keys act on, and the rows that are selected. When the row at the cursor is gone,
 * the one that took its place is the next. `start` is the first row for lists that stand still; live ones have no cursor at first.
 */
export function useRows<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, onEnd: () => void, start = -1) {
  const table = useRef<{ /** scrolls no further than it must */ show: (index: number) => void }>(null)
  const [cursor, setCursor] = useState<{ key?: Key; index: number }>({ index: start })
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set())
  const index = useMemo(() => {
    const found = cursor.key === undefined ? -1 : rows.findIndex(row => keyOf(row) === cursor.key)
    return found >= 0 ? found : Math.min(cursor.index, rows.length - 1)
  }, [rows, keyOf, cursor])
  const current = rows[index]
  const selected = useMemo(() => rows.filter(row => chosen.has(keyOf(row))), [rows, keyOf, chosen])
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!next) return
    setCursor({ key: keyOf(next), index: Math.max(0, to) })
    table.current?.show(rows.indexOf(next))
    if (to > rows.length - 20) onEnd()
  }
  const toggle = () => {
    if (!current) return
    const next = new Set(chosen)
    if (!next.delete(keyOf(current))) next.add(keyOf(current))
    setChosen(next)
    go(index + 1)
  }
  const none = rows.length === 0
  const shortcuts: Shortcut[] = [
    { key: 'j', does: 'Next row', act: () => go(index + 1), off: none },
    { key: 'k', does: 'Row before', act: () => go(index - 1), off: none },
    { key: 'x', does: 'Select the row, or not', act: toggle, off: !current },
    { key: 'a', does: 'Select all rows that are loaded', act: () => setChosen(new Set(rows.map(keyOf))), off: none },
    { key: 'Escape', does: 'Select none', act: () => setChosen(new Set()) },
  ]
  return {
    rows,
    keyOf,
    onEnd,
    table,
    current,
    chosen,
    selected,
    /** What an action is about: the selected rows, else the one at the cursor. */
    subject: selected.length > 0 ? selected : current ? [current] : [],
    shortcuts,
    select: (keys: Iterable<Key>) => setChosen(new Set(keys)),
    point: (row: Row, at: number) => setCursor({ key: keyOf(row), index: at }),
  }
}
