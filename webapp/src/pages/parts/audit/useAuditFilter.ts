import { useAddress } from '@/modules/address'

export const auditPageSize = 50

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the address leaves of the log, as the server's filters; the page is counted from 1. */
export function useAuditFilter() {
  const { read, choose, write } = useAddress()
  const day = (key: string) => (isDay(read(key)) ? read(key) : '')
  return {
    filter: {
      actor: read('actor').slice(0, 64),
      operation: read('operation').slice(0, 100),
      object: read('object').slice(0, 200),
      from: day('from'),
      to: day('to'),
    },
    page: Math.max(1, Math.floor(Number(read('page'))) || 1),
    /** Chooses a filter; the list begins at its first page. */
    choose: (values: Record<string, string | undefined>) => choose({ page: undefined, ...values }),
    /** Writes down what is being typed. */
    write: (values: Record<string, string | undefined>) => write({ page: undefined, ...values }),
  }
}
