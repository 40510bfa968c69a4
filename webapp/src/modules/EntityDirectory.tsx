import { useMemo, type ReactNode } from 'react'
import { useInfiniteQuery, useQuery } from '@/lib/query'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { StatsService, type GetTypeStatsResponse } from '@/gen/mentionary/v1/stats_pb'
import { statusOf } from '@/lib/failures'
import { count } from '@/lib/format'
import { countedOf } from '@/lib/plurals'
import { typeWords, type EntityType } from '@/lib/types'
import { Button } from '@/ui/Button'
import { RemovableChip } from '@/ui/Chip'
import { Field, Select } from '@/ui/Field'
import { Page, PageHead, Stats } from '@/ui/Page'
import { SkeletonCards } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { useAddress } from './address'
import { Failed } from './Failed'
import { ListEnd } from './ListEnd'
import { NoMatch } from './NoMatch'
import { byToken } from './paged'
import { SearchBox } from './SearchBox'
import './EntityDirectory.css'

const pageSize = 100
const stances = [
  { value: '', label: 'Any stance' },
  { value: 'recommended', label: 'Recommended' },
]

export type DirectoryConfig = {
  type: EntityType
  title: string
  lead: string
  /** Numbers above the list, as the server counts them over everything of the type. */
  stats: readonly { label: string; value: (figures: GetTypeStatsResponse) => number }[]
  searchLabel: string
  /** `value` is the server's word; the first one is the default. */
  sorts: readonly {
    value: 'mentions' | 'recommended' | 'name' | 'author' | 'company' | 'country' | 'episodes' | 'recent'
    label: string
  }[]
  /** a second select: the server's words */
  topics?: readonly string[]
  /** who is shown: the server's word, the first one is the default */
  parts?: readonly { value: 'talked' | 'participants' | 'all'; label: string }[]
  withEpisodes?: boolean
  /** the title of a failed answer, by its HTTP status */
  failed?: (status: number) => string
  card: (entity: Entity) => ReactNode
  /** least width of a card, in px */
  column?: number
}

function Figures({ config }: { config: DirectoryConfig }) {
  const stats = useQuery(StatsService.method.getTypeStats, { type: config.type })
  const { data } = stats
  if (stats.isError) return <Failed query={stats} title="Failed to fetch stats" />
  return (
    <Stats
      stats={config.stats.map(s => ({ label: s.label, type: config.type, value: data ? count(s.value(data)) : '–' }))}
    />
  )
}

/** A whole page that lists one type: figures, search, sort, cards. Search and sort are the server's and stand in the address. */
export function EntityDirectory({ config }: { config: DirectoryConfig }) {
  const { type, sorts, topics, parts } = config
  const words = typeWords(type)
  const { read, readSearch, choose, write } = useAddress()
  const search = readSearch('search')
  const sort = sorts.find(s => s.value === read('sort'))?.value ?? sorts[0]!.value
  const topic = topics?.includes(read('category')) ? read('category') : ''
  const recommended = read('stance') === 'recommended'
  // Whoever types a name means that person, whatever they do; a choice of the reader's holds all the same.
  const usual = search === '' ? parts?.[0] : parts?.find(p => p.value === 'all')
  const part = parts && (parts.find(p => p.value === read('part')) ?? usual)
  const query = useInfiniteQuery(
    EntityService.method.listEntities,
    {
      type,
      search,
      sort,
      limit: pageSize,
      pageToken: '',
      withEpisodes: config.withEpisodes ?? false,
      withQuotes: true,
      recommended,
      part: part && part.value !== 'all' ? part.value : '',
      topic,
    },
    byToken,
  )
  const shown = useMemo(() => query.data?.pages.flatMap(p => p.entities) ?? [], [query.data])
  const status = statusOf(query.error)
  const failure = status && config.failed?.(status)
  const clear = () => choose({ search: undefined, category: undefined, stance: undefined })
  const filtered = search !== '' || topic !== '' || recommended

  return (
    <Page title={config.title}>
      <PageHead kicker="Directory" title={config.title} lead={config.lead} type={type} />
      <Figures config={config} />
      <h2 className="visually-hidden">{filtered ? `${config.title} that match` : `All ${words.plural}`}</h2>
      <div className="directory-tools">
        <SearchBox label={config.searchLabel} value={read('search')} onSearch={text => write({ search: text })} />
        {topics && (
          <Field label="Category" hideLabel>
            <Select
              value={topic}
              onChange={v => choose({ category: v })}
              options={[{ value: '', label: 'All' }, ...topics.map(c => ({ value: c, label: c }))]}
            />
          </Field>
        )}
        {parts && (
          <Field label="Who" hideLabel>
            <Select
              value={part!.value}
              onChange={v => choose({ part: v === usual?.value ? undefined : v })}
              options={parts}
            />
          </Field>
        )}
        <Field label="Stance" hideLabel>
          <Select
            value={recommended ? 'recommended' : ''}
            onChange={v => choose({ stance: v || undefined })}
            options={stances}
          />
        </Field>
        <Field label="Sort by" hideLabel>
          <Select
            value={sort}
            onChange={v => choose({ sort: v === sorts[0]!.value ? undefined : v })}
            options={sorts}
          />
        </Field>
      </div>
      {filtered && (
        <div className="row directory-active">
          {search && <RemovableChip label={`“${search}”`} type={type} onRemove={() => choose({ search: undefined })} />}
          {topic && <RemovableChip label={topic} type={type} onRemove={() => choose({ category: undefined })} />}
          {recommended && (
            <RemovableChip label="Recommended" type={type} onRemove={() => choose({ stance: undefined })} />
          )}
        </div>
      )}
      {query.isSuccess && shown.length > 0 && (
        <p className="directory-count small muted figures" role="status">
          Showing {count(shown.length)} of {countedOf(query.data.pages[0], words.singular)}
        </p>
      )}
      {query.isPending && <SkeletonCards cover="" />}
      {query.isError && !query.isFetchNextPageError && <Failed query={query} {...(failure && { title: failure })} />}
      {query.isSuccess && shown.length === 0 && !query.hasNextPage && (
        <NothingListed
          title={`No ${words.plural} found`}
          onClear={filtered ? clear : undefined}
          onAll={part && part.value !== 'all' ? () => choose({ part: 'all' }) : undefined}
        />
      )}
      <ul className="grid directory-cards" style={{ '--column': `${config.column ?? 340}px` }}>
        {shown.map(e => (
          <li key={e.id}>{config.card(e)}</li>
        ))}
      </ul>
      <ListEnd query={query} />
    </Page>
  )
}

function NothingListed({
  title,
  onClear,
  onAll,
}: {
  title: string
  onClear: (() => void) | undefined
  /** of a list that shows some of the people only */ onAll: (() => void) | undefined
}) {
  return onClear || onAll ? (
    <NoMatch title={title}>
      {onAll && <Button onClick={onAll}>Look among hosts and guests too</Button>}
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </NoMatch>
  ) : (
    <Empty title={title} />
  )
}
