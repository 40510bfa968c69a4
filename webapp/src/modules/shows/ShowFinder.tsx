import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { ShowService, type Show } from '@/gen/mentionary/v1/show_pb'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Failed } from '@/modules/Failed'
import { ShowCard } from './ShowCard'
import { ShowEpisodes, type OnSubmit } from './ShowEpisodes'
import './shows.css'

/** What is looked for: shows of a name, or the episodes at an address. */
export type Wanted = { words: string } | { address: string }

type Props = {
  wanted: Wanted
  /** a submission is being sent */ busy: boolean
  onSubmit: OnSubmit
  onClose: () => void
}

/** Stands below the form: finds a show, opens it, and hands in what is chosen of it. */
export function ShowFinder({ wanted, busy, onSubmit, onClose }: Props) {
  const [open, setOpen] = useState<Show>()
  const [returned, setReturned] = useState<string>()
  if ('address' in wanted)
    return <ShowEpisodes address={wanted.address} busy={busy} onSubmit={onSubmit} onBack={onClose} />
  return open ? (
    <ShowEpisodes
      address={open.address}
      show={open}
      busy={busy}
      onSubmit={onSubmit}
      onBack={() => {
        setReturned(open.address)
        setOpen(undefined)
      }}
    />
  ) : (
    <Results words={wanted.words} from={returned} onOpen={setOpen} onClose={onClose} />
  )
}

/** The shows of a name. `from` is the one that was open before: its button has the focus again. */
function Results({
  words,
  from,
  onOpen,
  onClose,
}: {
  words: string
  from: string | undefined
  onOpen: (show: Show) => void
  onClose: () => void
}) {
  const query = useQuery(ShowService.method.searchShows, { q: words }, { retry: false, staleTime: Infinity })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (from !== undefined) section.current?.querySelector<HTMLElement>('[data-from] button')?.focus()
  }, [from])
  const shows = query.data?.shows ?? []
  const silent = query.data?.silent ?? []
  return (
    <section ref={section} className="shows" aria-label={`Shows named “${words}”`}>
      <h2 className="visually-hidden">Shows</h2>
      <div className="row row-between">
        <p className="small muted" role="status">
          {query.isSuccess && shows.length > 0 && `${counted(shows.length, 'show')} found for “${words}”.`}
        </p>
        <Button look="quiet" size="small" icon="close" onClick={onClose}>
          Close
        </Button>
      </div>
      {query.isPending && <SkeletonRows rows={3} height={88} label="Asking podcast directories…" />}
      {query.isError && <Failed query={query} title="Shows could not be searched for" />}
      {query.isSuccess && shows.length === 0 && <Nothing words={words} asked={silent.length === 0} />}
      {silent.length > 0 && <Silent names={silent} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {shows.length > 0 && (
        <ul className="shows-list">
          {shows.map(show => (
            <ShowCard key={show.address} show={show} from={show.address === from} onOpen={() => onOpen(show)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** No show of this name. Where a directory did not answer, that says so itself. */
function Nothing({ words, asked }: { words: string; asked: boolean }) {
  return asked ? (
    <Empty title={`No show is called “${words}”.`} text="Try fewer words, or paste the feed’s address." />
  ) : null
}

/** Names the directories that did not answer: what they know is missing above. */
function Silent({ names, busy, onRetry }: { names: string[]; busy: boolean; onRetry: () => void }) {
  return (
    <p className="small shows-silent" role="status">
      {names.join(' and ')} did not answer. Shows that only {names.length > 1 ? 'they know' : 'it knows'} are missing.{' '}
      <Button look="quiet" size="small" icon="retry" busy={busy} onClick={onRetry}>
        Ask again
      </Button>
    </p>
  )
}
