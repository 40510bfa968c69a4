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
