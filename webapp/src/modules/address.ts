import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { longestSearch, lengthOf } from './searchLimit'

type Values = Record<string, string | undefined>

/**
 * Filters, sort and tabs live in the address, so that a link shows the same. Empty values are left out of it. What somebody
 * chooses is a step of the history, so that the way back leads through it; what they type is none.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const next = useNavigation().location
  // Somebody is on the way to another page, which is still being loaded: a search that begins now must not call them back.
  const leaving = next !== undefined && next.pathname !== pathname
  const change = (values: Values, replace: boolean) => {
    if (leaving) return
    const after = new URLSearchParams(params)
    for (const [key, value] of Object.entries(values)) {
      if (value) after.set(key, value)
      else after.delete(key)
    }
    // The same again is no step.
    if (after.toString() !== params.toString()) setParams(after, { replace, preventScrollReset: true })
  }
  return {
    /** The value of a filter, "" when it is not set. */
    read: (key: string) => params.get(key) ?? '',
    /** The words to search for; "" for more than the server takes, which their field says. */
    readSearch: (key: string) => {
      const words = params.get(key) ?? ''
      return lengthOf(words) > longestSearch ? '' : words
    },
    /** Chooses a tab or a filter; the rest stays, and the page keeps its place. */
    choose: (values: Values) => change(values, false),
    /** Writes down what is being typed: no step of its own. */
    write: (values: Values) => change(values, true),
  }
}
