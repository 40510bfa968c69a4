import { useSearchParams } from 'react-router'

/** Filters, sort and tabs live in the address, so that a link shows the same. Empty values are left out of it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  return {
    /** The value of a filter, "" when it is not set. */
    read: (key: string) => params.get(key) ?? '',
    /** Changes some of them; the rest stays, and the page keeps its place. */
    write: (values: Record<string, string | undefined>) => setParams(before => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries(values)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      return next
    }, { replace: true, preventScrollReset: true }),
  }
}
