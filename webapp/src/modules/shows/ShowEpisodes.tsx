import { useEffect, useRef, useState } from 'react'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import { ShowService, type Show } from '@/gen/mentionary/v1/show_pb'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { Field, Input } from '@/ui/Field'
import { SkeletonRows } from '@/ui/Skeleton'
import { Failed } from '@/modules/Failed'
import { byToken } from '@/modules/paged'
import { may, useSession } from '@/modules/session'
import type { EpisodeConfig, Submission } from '@/modules/useSubmission'
import { EpisodeChecklist } from './EpisodeChecklist'
import { estimateOf, estimateText } from './estimate'

/** How many episodes one submission may take, of the newest or of chosen ones. */
const most = 100

/** Hands in; `estimated` says that what it comes to was on the page. */
export type OnSubmit = (submission: Submission, estimated: boolean) => void

type Props = {
  address: string
  /** as a directory listed it, when it was found by its name */ show?: Show
  busy: boolean
  onSubmit: OnSubmit
  onBack: () => void
}

/** One show: its newest episodes, all of them, or some that are chosen from its list. */
export function ShowEpisodes({ address, show, busy, onSubmit, onBack }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery(
    ShowService.method.listShowEpisodes,
    { address, pageToken: '' },
    { ...byToken, retry: false },
  )
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const episodes = query.data?.pages.flatMap(p => p.episodes) ?? []
  const listening = query.data?.pages[0]
  const title = show?.title ?? query.data?.pages[0]?.title ?? ''
  const send = (config: EpisodeConfig, estimated: boolean) => onSubmit({ input: address, type: '', config }, estimated)
  const comesTo = (of: typeof episodes) => estimateText(estimateOf(of, listening))
  return (
    <section className="shows" aria-labelledby="show-title">
      <div className="show-head">
        {show && <Cover name={show.title} type="channel" src={show.pictureUrl} />}
        <div className="show-words">
          <h2 id="show-title" className="show-title" ref={heading} tabIndex={-1}>
            {title || 'Episodes'}
          </h2>
          {show?.author && <p className="small muted clamp-2">{show.author}</p>}
        </div>
        <Button look="quiet" size="small" icon={show ? 'arrow-left' : 'close'} onClick={onBack}>
          {show ? 'Other shows' : 'Close'}
        </Button>
      </div>
      <WholeShow
        total={show?.episodeCount}
        busy={busy}
        estimated={n => (episodes.length >= n ? comesTo(episodes.slice(0, n)) : '')}
        onSend={send}
      />
      {query.isPending && <SkeletonRows rows={6} height={52} label="Reading the list of episodes…" />}
      {query.isError && !query.isFetchNextPageError && (
        <Failed query={query} title="The episodes could not be listed" />
      )}
      {query.isSuccess && <EpisodeChecklist episodes={episodes} chosen={chosen} most={most} onChoose={setChosen} />}
      {query.isFetchNextPageError && <Failed query={{ ...query, refetch: query.fetchNextPage }} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button className="show-more" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          More episodes
        </Button>
      )}
      {query.isSuccess && (
        <div className="show-foot">
          {chosen.size > 0 && (
            <p className="small muted" role="status">
              {comesTo(episodes.filter(e => chosen.has(e.id)))}
            </p>
          )}
          <Button
            look="primary"
            busy={busy}
            disabled={chosen.size === 0}
            onClick={() => send({ mode: 'chosen', episodeIds: [...chosen] }, true)}
          >
            {chosen.size === 0 ? 'Choose episodes above' : `Analyze ${counted(chosen.size, 'episode')}`}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Hands in the newest episodes or, where one submission takes so many, all. Without a limit only administrators may. */
function WholeShow({
  total,
  busy,
  estimated,
  onSend,
}: {
  total: number | undefined
  busy: boolean
  /** what so many of the newest come to; empty while the list does not tell */ estimated: (n: number) => string
  onSend: (config: EpisodeConfig, estimated: boolean) => void
}) {
  const session = useSession()
  const [text, setText] = useState('10')
  const n = Number(text)
  const wrong = !Number.isInteger(n) || n < 1 || n > most
  const few = total !== undefined && total <= most
  const all: EpisodeConfig | undefined = may(session, 'admin')
    ? { mode: 'all' }
    : few
      ? { mode: 'recent', episodeCount: most }
      : undefined
  return (
    <form
      className="show-whole"
      noValidate
      onSubmit={e => {
        e.preventDefault()
        if (!wrong) onSend({ mode: 'recent', episodeCount: n }, estimated(n) !== '')
      }}
    >
      <Field label="Newest episodes" {...(wrong && { error: `Please enter a whole number from 1 to ${most}.` })}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={text}
          onChange={e => setText(e.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy}>
        Analyze newest
      </Button>
      {all && (
        <Button busy={busy} onClick={() => onSend(all, false)}>
          {total === undefined ? 'Analyze the whole show' : `Analyze all ${counted(total, 'episode')}`}
        </Button>
      )}
      {!wrong && estimated(n) && <p className="small muted show-estimate">{estimated(n)}</p>}
    </form>
  )
}
