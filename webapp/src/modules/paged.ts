// How lists that are read page by page find their next page, for useInfiniteQuery.

/** Answers that bring the token of the next page. */
export const byToken = {
  pageParamKey: 'pageToken',
  getNextPageParam: (last: { nextPageToken: string }) => last.nextPageToken || undefined,
} as const

/** Answers that tell their total: the next page begins behind what was read. `size` counts what a page brought. */
export const byOffset = <T extends { total: number; moreThanTotal?: boolean }>(size: (page: T) => number) =>
  ({
    pageParamKey: 'offset',
    getNextPageParam: (last: T, pages: readonly T[]) => {
      const read = pages.reduce((sum, page) => sum + size(page), 0)
      return size(last) > 0 && (read < last.total || last.moreThanTotal) ? read : undefined
    },
  }) as const

/** How many pages of `size` a list has, as far as is known: of a bounded total also the one after a full page. */
export function pagesOf(
  list: { total: number; moreThanTotal: boolean },
  size: number,
  page: number,
  onPage: number,
): number {
  const known = Math.ceil(list.total / size)
  if (!list.moreThanTotal || onPage === 0) return known
  return Math.max(known, onPage === size ? page + 1 : page)
}
