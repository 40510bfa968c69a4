import { Table, type TableProps, type TableRef } from 'antd'
import { useEffect, useRef } from 'react'

/** A table that scrolls sideways where it has less room than `width` px. The keyboard reaches it, also when nothing in it can be focused. */
export function WideTable<Row extends object>({ width, ...table }: TableProps<Row> & { width: number }) {
  const ref = useRef<TableRef>(null)
  // antd names the part that scrolls by no property. It is drawn anew with the rows.
  useEffect(() => {
    const box = ref.current?.nativeElement.querySelector('.ant-table-content')
    box?.setAttribute('tabindex', '0')
    box?.setAttribute('role', 'region')
    box?.setAttribute('aria-label', 'Table that scrolls sideways')
  })
  return <Table<Row> ref={ref} {...table} scroll={{ x: width }} />
}
