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
function without(before: BeforeStart, failure: ConnectError): BeforeStart {
  const looked = before.looked + 1
  const shows = final.has(failure.code) ? looked : before.shows
  const others = before.others + before.shows - shows
  return { ...before, looked, shows, others, failures: [...before.failures, failure.rawMessage] }
}

/**
 * Tells what shows come to before they are handed in, where audio is listened to. `ask` starts at once where nothing is listened to;
 * else `before` is there until `start` or `cancel` is called.
 */
export function useBeforeStart() {
  const queries = useQueryClient()
  const transport = useTransport()
  const [before, setBefore] = useState<BeforeStart>()
  const turn = useRef(0)
  const begin = useRef<() => void>(undefined)
  const cancel = () => {
    turn.current++
    setBefore(undefined)
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

  const ask = async (inputs: readonly string[], config: EpisodeConfig | undefined, doing: () => void) => {
    const mine = ++turn.current
    begin.current = doing
    const shows = showsOf(inputs)
    const limits =
      shows.length > 0 &&
      (await queries
        .query(createQueryOptions(AccountService.method.getLimits, {}, { transport }))
        .catch(() => undefined)) // where that fails, so will the start, with its reason
    if (mine !== turn.current) return
    let known = limits && limits.audioMaxMib > 0 ? atFirst(shows.length, inputs.length, limits) : undefined
    setBefore(known)
    for (const address of known ? shows : []) {
      const answer = await callUnaryMethod(transport, ShowService.method.estimateEpisodes, {
        address,
        ...(config && { config }),
      }).catch((error: unknown) => ConnectError.from(error))
      if (mine !== turn.current || !known) return
      if (!(answer instanceof ConnectError)) {
        known = { ...known, looked: known.looked + 1, sum: added(known.sum, answer) }
      } else if (inputs.length === 1 && answer.code === Code.InvalidArgument) {
        break // it is no show, which the start itself sees to
      } else known = without(known, answer)
      setBefore(known)
      if (known.looked === known.shows) break
    }
    if (!known || (!listensToAny(known.sum) && known.failures.length === 0)) start()
  }
  return { before, ask, start, cancel }
}
