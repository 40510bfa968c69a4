import { useLocation, useNavigation, useSearchParams } from 'react-router'

/** Filters, sort and tabs live in the address, so that a link shows the same. Empty values are left out of it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const next = useNavigation().location
  // Somebody is on the way to another page, which is still being loaded: a search that begins now must not call them back.
  const leaving = next !== undefined && next.pathname !== pathname
  return {
    /** The value of a filter, "" when it is not set. */
    read: (key: string) => params.get(key) ?? '',
    /** Changes some of them; the rest stays, and the page keeps its place. */
    write: (values: Record<string, string | undefined>) => {
      if (leaving) return
      setParams(before => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries(values)) {
          if (value) after.set(key, value)
          else after.delete(key)
        }
        return after
      }, { replace: true, preventScrollReset: true })
    },
  }
}
