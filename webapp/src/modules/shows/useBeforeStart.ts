import { useEffect, useRef, useState } from 'react'
import { Code, ConnectError } from '@connectrpc/connect'
import { callUnaryMethod, createQueryOptions, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService, type GetLimitsResponse } from '@/gen/mentionary/v1/account_pb'
import { ShowService } from '@/gen/mentionary/v1/show_pb'
import { inputKind } from '@/lib/inputKind'
import type { EpisodeConfig } from '@/modules/useSubmission'
import { added, listensToAny, nothing, type Estimate } from './estimate'

/** So many shows are looked at; one person may ask only so often. */
const mostShows = 50

/** What is known before something starts. */
export type BeforeStart = {
  sum: Estimate
  /** shows that are looked at, and how many of them were */ shows: number
  looked: number
  /** inputs that are not looked at: single videos, and shows beyond the first ones */ others: number
  /** why shows could not be looked at, for each of them */ failures: readonly string[]
  /** minutes that may still be listened to today; absent without a cap */ minutesLeft?: number
}

/** Told so, the next show would not be looked at either. */
const final: ReadonlySet<Code> = new Set([Code.ResourceExhausted, Code.Unauthenticated, Code.PermissionDenied])

/** What is known before the first show is looked at. */
const atFirst = (shows: number, inputs: number, { minutesPerDay, minutesUsed }: GetLimitsResponse): BeforeStart => ({
  sum: nothing,
  shows,
  looked: 0,
  others: inputs - shows,
  failures: [],
  ...(minutesPerDay > 0 && { minutesLeft: Math.max(0, minutesPerDay - minutesUsed) }),
})

const showsOf = (inputs: readonly string[]) => inputs.filter(i => inputKind(i) !== 'video').slice(0, mostShows)

/** What is known after one more show could not be looked at. */
function without(known: BeforeStart, failure: ConnectError): BeforeStart {
  // What is no show is left to the start, which says why.
  if (failure.code === Code.InvalidArgument) return { ...known, shows: known.shows - 1, others: known.others + 1 }
  const looked = known.looked + 1
  const shows = final.has(failure.code) ? looked : known.shows
  const others = known.others + known.shows - shows
  return { ...known, looked, shows, others, failures: [...known.failures, failure.rawMessage] }
}

/**
 * Tells what shows come to before they are handed in, where audio is listened to. `ask` starts at once where nothing is listened to;
 * else `known` is there until `start` or `cancel` is called.
 */
export function useBeforeStart() {
  const queries = useQueryClient()
  const transport = useTransport()
  const [known, setKnown] = useState<BeforeStart>()
  const turn = useRef(0)
  const begin = useRef<() => void>(undefined)
  const cancel = () => {
    turn.current++
    setKnown(undefined)
  }
  const start = () => {
    cancel()
    begin.current?.()
  }
  useEffect(
    () => () => {
      turn.current++ // answers that are still awaited are for nobody
    },
    [],
  )

  // Where the limits cannot be read, the start will fail, too, and say why.
  const limitsNow = () =>
    queries.query(createQueryOptions(AccountService.method.getLimits, {}, { transport })).catch(() => undefined)
  const look = (sofar: BeforeStart, address: string, config: EpisodeConfig | undefined) =>
    callUnaryMethod(transport, ShowService.method.estimateEpisodes, { address, ...(config && { config }) }).then(
      answer => ({ ...sofar, looked: sofar.looked + 1, sum: added(sofar.sum, answer) }),
      (error: unknown) => without(sofar, ConnectError.from(error)),
    )

  const ask = async (inputs: readonly string[], config: EpisodeConfig | undefined, doing: () => void) => {
    const mine = ++turn.current
    begin.current = doing
    const shows = showsOf(inputs)
    const limits = shows.length > 0 ? await limitsNow() : undefined
    if (mine !== turn.current) return
    if (!limits?.audioMaxMib) {
      start()
      return
    }
    let sofar = atFirst(shows.length, inputs.length, limits)
    setKnown(sofar)
    for (const address of shows) {
      sofar = await look(sofar, address, config)
      if (mine !== turn.current) return
      setKnown(sofar)
      if (sofar.looked === sofar.shows) break
    }
    if (!listensToAny(sofar.sum) && sofar.failures.length === 0) start()
  }
  return { known, ask, start, cancel }
}
