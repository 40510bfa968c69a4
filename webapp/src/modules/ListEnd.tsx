import { InfiniteSentinel } from '@/ui/Paging'
import { Failed, type FailedQuery } from './Failed'

/** A list that is read page by page. */
export type PagedQuery = FailedQuery & {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that loads on: what loads its next page, or, where the reader is, why that did not come. */
export function ListEnd({ query }: { query: PagedQuery }) {
  const more = () => void query.fetchNextPage()
  if (query.isFetchNextPageError)
    return <Failed query={{ error: query.error, refetch: more, isFetching: query.isFetchingNextPage }} />
  return <InfiniteSentinel more={query.hasNextPage && !query.error} busy={query.isFetchingNextPage} onMore={more} />
}
