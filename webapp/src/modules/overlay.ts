/**
 * Lays news over a list: what is known is merged where it stands; what is not is handed back as `added`. Which of two tellings
 * of one thing is the later one is decided by `merge`, as news may arrive in any order.
 */
export function overlay<T>(
  known: readonly T[],
  news: readonly T[],
  keyOf: (one: T) => unknown,
  merge: (known: T, news: T) => T,
): { list: T[]; added: T[] } {
  const fresh = new Map(news.map(one => [keyOf(one), one]))
  const list = known.map(one => {
    const found = fresh.get(keyOf(one))
    fresh.delete(keyOf(one))
    return found === undefined ? one : merge(one, found)
  })
  return { list, added: [...fresh.values()] }
}
