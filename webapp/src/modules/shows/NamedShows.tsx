import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import type { NamedShow, ReadShowListResponse } from '@/gen/mentionary/v1/show_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { Icon } from '@/ui/Icon'
import { BeforeStartDialog } from './BeforeStartDialog'
import { useBeforeStart } from './useBeforeStart'
import { newestOf, useShowActions, type Outcome } from './useShowActions'

/** How many of a show's newest episodes one submission may take. */
const most = 100

/** The shows of a subscription list, to choose which of them are analyzed or followed. */
export function NamedShows({ list, onOther }: { list: ReadShowListResponse; onOther: () => void }) {
  const { shows, dropped } = list
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { outcomes, left, analyze, follow } = useShowActions()
  const before = useBeforeStart()
  const busy = left !== undefined
  const wanted = shows.filter(s => chosen.has(s.address))
  // What was refused stays chosen for another try.
  const act = async (doing: Promise<string[]>) => setChosen(new Set(await doing))
  const toggle = (address: string) => {
    const next = new Set(chosen)
    if (!next.delete(address)) next.add(address)
    setChosen(next)
  }
  return (
    <>
      <div className="row row-between">
        <p className="small muted" role="status">
          {counted(shows.length, 'show')} in this list, {count(shows.filter(s => s.channelId !== undefined).length)}{' '}
          known here.
        </p>
        <span className="row">
          <Button
            look="quiet"
            size="small"
            disabled={busy}
            onClick={() => setChosen(new Set(chosen.size === shows.length ? [] : shows.map(s => s.address)))}
          >
            {chosen.size === shows.length ? 'Choose none' : 'Choose all'}
          </Button>
          <Button look="quiet" size="small" disabled={busy} onClick={onOther}>
            Another list
          </Button>
        </span>
      </div>
      <fieldset className="checklist" disabled={busy}>
        <legend className="visually-hidden">Shows of the list</legend>
        <ul>
          {shows.map(show => (
            <ShowLine
              key={show.address}
              show={show}
              chosen={chosen.has(show.address)}
              outcome={outcomes.get(show.address)}
              onToggle={() => toggle(show.address)}
            />
          ))}
        </ul>
      </fieldset>
      <Dropped list={dropped} />
      <WhatToDo
        wanted={wanted}
        left={left}
        onAnalyze={newest =>
          void before.ask(
            wanted.map(s => s.address),
            newestOf(newest),
            () => void act(analyze(wanted, newest)),
          )
        }
        onFollow={() => void act(follow(wanted.filter(s => !s.isFollowing)))}
      />
      <BeforeStartDialog asking={before} verb={`Analyze ${counted(wanted.length, 'show')}`} />
    </>
  )
}

function ShowLine({
  show,
  chosen,
  outcome,
  onToggle,
}: {
  show: NamedShow
  chosen: boolean
  outcome: Outcome | undefined
  onToggle: () => void
}) {
  const name = show.title || show.address
  const following = show.isFollowing || (outcome !== undefined && 'following' in outcome)
  return (
    <li className="checklist-line named-line">
      <label>
        <input type="checkbox" checked={chosen} onChange={onToggle} />
        <span className="checklist-words">
          <span>{name}</span>
          {show.title && <span className="small muted">{show.address}</span>}
        </span>
      </label>
      <span className="row small named-facts">
        {show.channelId !== undefined && (
          <Link to={paths.channel(show.channelId)}>
            Known here<span className="visually-hidden"> ({name})</span>
          </Link>
        )}
        {following && (
          <Badge tone="good" icon="check">
            Following
          </Badge>
        )}
      </span>
      {outcome && !('following' in outcome) && (
        <span className="small named-outcome" role="status">
          {'jobId' in outcome ? (
            <Link to={paths.job(String(outcome.jobId))}>Follow job {outcome.jobId}</Link>
          ) : (
            <span className="named-refused">
              <Icon name="warning" /> {outcome.refused}
            </span>
          )}
        </span>
      )}
    </li>
  )
}

/** The buttons for what is chosen, and how much one may still do. */
function WhatToDo({
  wanted,
  left,
  onAnalyze,
  onFollow,
}: {
  wanted: readonly NamedShow[]
  left: number | undefined
  onAnalyze: (newest: number) => void
  onFollow: () => void
}) {
  const [text, setText] = useState('10')
  const limits = useQuery(AccountService.method.getLimits, {}, { staleTime: 0 })
  const newest = Number(text)
  const wrong = !Number.isInteger(newest) || newest < 1 || newest > most
  const toFollow = wanted.filter(s => !s.isFollowing).length
  const none = wanted.length === 0
  return (
    <form
      className="show-foot named-foot"
      noValidate
      onSubmit={e => {
        e.preventDefault()
        if (!wrong && !none) onAnalyze(newest)
      }}
    >
      <Field
        label="Newest episodes of each"
        {...(wrong && { error: `Please enter a whole number from 1 to ${most}.` })}
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={text}
          onChange={e => setText(e.target.value)}
        />
      </Field>
      <span className="row">
        <Button type="submit" look="primary" busy={left !== undefined} disabled={none}>
          {none ? 'Choose shows above' : `Analyze ${counted(wanted.length, 'show')}`}
        </Button>
        <Button busy={left !== undefined} disabled={toFollow === 0} onClick={onFollow}>
          {toFollow === 0 ? 'Follow' : `Follow ${counted(toFollow, 'show')}`}
        </Button>
      </span>
      <p className="small muted named-limits" role="status">
        {left !== undefined
          ? `${count(left)} to go…`
          : limits.data &&
            `You may submit ${count(Math.max(0, limits.data.submissionsLeft))} more this hour, and follow ` +
              `${count(Math.max(0, limits.data.followsMax - limits.data.follows))} more shows.`}
      </p>
    </form>
  )
}

/** Lines of the list that lead nowhere. */
function Dropped({ list }: { list: ReadShowListResponse['dropped'] }) {
  if (list.length === 0) return null
  return (
    <details className="small">
      <summary>{counted(list.length, 'line')} left out</summary>
      <ul className="named-dropped">
        {list.map(d => (
          <li key={d.line}>
            {d.text}: {d.reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
