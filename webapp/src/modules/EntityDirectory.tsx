import { useMemo, type ReactNode } from 'react'
import { useInfiniteQuery, useQuery } from '@connectrpc/connect-query'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { StatsService, type GetTypeStatsResponse } from '@/gen/mentionary/v1/stats_pb'
import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { typeWords, type EntityType } from '@/lib/types'
import { Button } from '@/ui/Button'
import { RemovableChip } from '@/ui/Chip'
import { Field, Select } from '@/ui/Field'
import { Page, PageHead, Stats } from '@/ui/Page'
import { InfiniteSentinel } from '@/ui/Paging'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { useAddress } from './address'
import { Failed } from './Failed'
import { SearchBox } from './SearchBox'
import './EntityDirectory.css'

const pageSize = 100
export type DirectoryConfig = {
  type: EntityType
  title: string
  lead: string
  /** Numbers above the list, as the server counts them over everything of the type. */
  stats: readonly { label: string; value: (figures: GetTypeStatsResponse) => number }[]
  searchLabel: string
  /** `value` is the server's word; the first one is the default. */
  sorts: readonly { value: 'mentions' | 'name' | 'author' | 'company' | 'country' | 'episodes' | 'recent'; label: string }[]
  /** a second select that the server does not know; it keeps some of the entities */
  category?: { options: readonly string[]; of: (entity: Entity) => string }
  withEpisodes?: boolean
  card: (entity: Entity) => ReactNode
  /** least width of a card, in px */
  column?: number
}

function Figures({ config }: { config: DirectoryConfig }) {
  const { data, isError } = useQuery(StatsService.method.getTypeStats, { type: config.type })
  if (isError) return null // The list below tells what is wrong.
  return <Stats stats={config.stats.map(s => ({ label: s.label, type: config.type, value: data ? count(s.value(data)) : '–' }))} />
}

/** A whole page that lists one type: figures, search, sort, cards. Search and sort are the server's and stand in the address. */
export function EntityDirectory({ config }: { config: DirectoryConfig }) {
  const { type, sorts, category } = config
  const words = typeWords(type)
  const { read, write } = useAddress()
  const search = read('search')
  const sort = sorts.find(s => s.value === read('sort'))?.value ?? sorts[0]!.value
  const chosenCategory = category?.options.includes(read('category')) ? read('category') : ''
  const query = useInfiniteQuery(EntityService.method.listEntities, { type, search, sort, limit: pageSize, pageToken: '', withEpisodes: config.withEpisodes ?? false }, {
    pageParamKey: 'pageToken',
    getNextPageParam: last => last.nextPageToken || undefined,
  })
  const loaded = useMemo(() => query.data?.pages.flatMap(p => p.entities) ?? [], [query.data])
  const shown = chosenCategory && category ? loaded.filter(e => category.of(e) === chosenCategory) : loaded
  const total = query.data?.pages[0]?.total ?? 0
  const clear = () => write({ search: undefined, category: undefined })
  const filtered = search !== '' || chosenCategory !== ''

  return (
    <Page title={config.title}>
      <PageHead kicker="Directory" title={config.title} lead={config.lead} type={type} />
      <Figures config={config} />
      <h2 className="visually-hidden">{filtered ? `${config.title} that match` : `All ${words.plural}`}</h2>
      <div className="directory-tools">
        <SearchBox label={config.searchLabel} value={search} onSearch={text => write({ search: text })} />
        {category && <Field label="Category" hideLabel><Select value={chosenCategory} onChange={v => write({ category: v })} options={[{ value: '', label: 'All' }, ...category.options.map(c => ({ value: c, label: c }))]} /></Field>}
        <Field label="Sort by" hideLabel><Select value={sort} onChange={v => write({ sort: v === sorts[0]!.value ? undefined : v })} options={sorts} /></Field>
      </div>
      {filtered && (
        <div className="row directory-active">
          {search && <RemovableChip label={`“${search}”`} type={type} onRemove={() => write({ search: undefined })} />}
          {chosenCategory && <RemovableChip label={chosenCategory} type={type} onRemove={() => write({ category: undefined })} />}
        </div>
      )}
      {query.isSuccess && shown.length > 0 && <p className="directory-count small muted figures" role="status">Showing {count(shown.length)} of {counted(total, words.singular)}</p>}
      {query.isPending && <SkeletonCards cover="" />}
      {query.isError && <Failed query={query} />}
      {query.isSuccess && shown.length === 0 && !query.hasNextPage && (
        <Empty title={`No ${words.plural} found`} {...(filtered && { text: 'Try other words, or take the filters away.' })}>{filtered && <Button onClick={clear}>Clear filters</Button>}</Empty>
      )}
      <ul className="grid directory-cards" style={{ '--column': `${config.column ?? 340}px` }}>{shown.map(e => <li key={e.id}>{config.card(e)}</li>)}</ul>
      <InfiniteSentinel more={query.hasNextPage && !query.isError} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
    </Page>
  )
}
