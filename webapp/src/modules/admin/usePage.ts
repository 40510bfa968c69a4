import { useAddress } from '@/modules/address'

/** Which page of a list the address asks for, as calls and PagedTable want it. */
export type ListPage = {
  limit: number
  offset: number
  /** counted from 1 */ page: number
  turn: (to: number) => void
}

/** A list's page of so many rows; `key` names it in the address. */
export function usePage(limit: number, key = 'page'): ListPage {
  const { read, choose } = useAddress()
  const page = Math.max(1, Math.floor(Number(read(key))) || 1)
  return {
    limit,
    offset: (page - 1) * limit,
    page,
    turn: to => choose({ [key]: to > 1 ? String(to) : undefined }),
  }
}
