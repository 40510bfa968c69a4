import type { Job } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { isOpen, type ItemFilter, itemFilters, itemWords } from '@/modules/stateWords'
import { Chip } from '@/ui/Chip'
import { Pagination } from '@/ui/Paging'
import { Empty } from '@/ui/States'
import { Item } from './Item'

/** Rows of a big collection on one page. */
const pageSize = 25
/** Up to this many episodes are shown open. */
const shownOpen = 3

/** The episodes of a job. Of a few, all stages are shown; a long list is paged, filtered by state, and opened line by line. */
export function JobItems({ job }: { job: Job }) {
  const { read, choose } = useAddress()
  const { items } = job
  if (items.length === 0) {
    return isOpen(job) ? (
      <Empty
        icon="clock"
        title="No episodes yet"
        text="Mentionary is looking for them. They appear here as soon as they are found."
      />
    ) : (
      <Empty icon="episode" title="This job has no episodes" />
    )
  }
  const few = items.length <= shownOpen
  const filter = itemFilters.find(f => f.id === read('show'))
  const labels = items.map(item => itemWords(item, job).label)
  const count = (filter: ItemFilter) => labels.filter(label => filter.labels.includes(label)).length
  const chosen = filter ? items.filter((_, i) => filter.labels.includes(labels[i]!)) : items
  const pages = Math.max(1, Math.ceil(chosen.length / pageSize))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(read('page'))) || 1))
  const shown = chosen.slice((page - 1) * pageSize, page * pageSize)
  const address = (number: number) => {
    const query = new URLSearchParams({
      ...(filter && { show: filter.id }),
      ...(number > 1 && { page: String(number) }),
    })
    return `${paths.job(String(job.id))}?${query.toString()}`
  }
  return (
    <section className="job-items" aria-label="Episodes">
      {!few && (
        <div className="row job-filters" role="group" aria-label="Show">
          <Chip
            label="All"
            count={items.length}
            pressed={!filter}
            onPress={() => choose({ show: undefined, page: undefined })}
          />
          {itemFilters
            .filter(f => f === filter || count(f) > 0)
            .map(f => (
              <Chip
                key={f.id}
                label={f.label}
                count={count(f)}
                pressed={f === filter}
                onPress={() => choose({ show: f.id, page: undefined })}
              />
            ))}
        </div>
      )}
      {chosen.length === 0 ? (
        <Empty icon="filter" title="No episodes in this state" />
      ) : (
        <ol className="items">
          {shown.map(item => (
            <Item key={item.id} job={job} item={item} open={few} alone={job.itemsTotal === 1} />
          ))}
        </ol>
      )}
      <Pagination page={page} pages={pages} href={address} />
    </section>
  )
}
