import { useAddress } from '@/modules/address'
import { usePage } from '@/modules/admin/usePage'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the address leaves of the log, as the server's filters; the page is counted from 1. */
export function useAuditFilter() {
  const { read, choose } = useAddress()
  const at = usePage(50)
  const day = (key: string) => (isDay(read(key)) ? read(key) : '')
  return {
    filter: {
      actor: read('actor').slice(0, 64),
      operation: read('operation').slice(0, 100),
      object: read('object').slice(0, 200),
      from: day('from'),
      to: day('to'),
    },
    at,
    /** Chooses a filter; the list begins at its first page. */
    choose: (values: Record<string, string | undefined>) => choose({ page: undefined, ...values }),
  }
}
