import { useRef, useState } from 'react'
import { Code, ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import type { NamedShow } from '@/gen/mentionary/v1/show_pb'
import { randomKey } from '@/lib/randomKey'
import { asked, readAgain } from '@/modules/readAgain'
import type { EpisodeConfig } from '@/modules/useSubmission'

/** What became of a show: a job, followed, or the sentence why not. */
export type Outcome = { jobId: number } | { following: true } | { refused: string }

/** Whoever is told one of these is told the same of the next show: a limit is reached, or nobody answers. */
const final: ReadonlySet<Code> = new Set([
  Code.ResourceExhausted,
  Code.Aborted,
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.Unavailable,
])

/** The newest episodes of a show. */
export const newestOf = (episodeCount: number): EpisodeConfig => ({ mode: 'recent', episodeCount })

const unknownShow = 'Nothing of this show has been analyzed yet. Analyze it first, then it can be followed.'

/** Hands in or follows many shows, one after another, keeps what became of each, and returns the addresses of those refused. */
export function useShowActions() {
  const queries = useQueryClient()
  const process = useMutation(JobService.method.process)
  const follow = useMutation(FollowService.method.followChannel)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [left, setLeft] = useState<number>()
  // A show that is sent again after a lost answer keeps its key, so that it never becomes two jobs.
  const keys = useRef(new Map<string, string>())

  const each = async (shows: readonly NamedShow[], act: (show: NamedShow) => Promise<Outcome>) => {
    const refused: string[] = []
    let end: Outcome | undefined
    setLeft(shows.length)
    for (const [i, show] of shows.entries()) {
      let outcome = end
      try {
        outcome ??= await act(show)
      } catch (error) {
        const failure = ConnectError.from(error)
        outcome = { refused: failure.rawMessage }
        if (final.has(failure.code)) end = outcome
      }
      if ('refused' in outcome) refused.push(show.address)
      const became = outcome
      setOutcomes(before => new Map(before).set(show.address, became))
      setLeft(shows.length - i - 1)
    }
    setLeft(undefined)
    await readAgain(queries, [
      asked(JobService.method.listJobs),
      asked(FollowService),
      asked(AccountService.method.getLimits),
    ])
    return refused
  }
  return {
    outcomes,
    /** how many are still to be sent; absent while nothing is sent */ left,
    analyze: (shows: readonly NamedShow[], newest: number) =>
      each(shows, async ({ address }) => {
        const of = `${newest} ${address}`
        const idempotencyKey = keys.current.get(of) ?? randomKey()
        keys.current.set(of, idempotencyKey)
        const { jobId } = await process.mutateAsync({
          input: address,
          type: '',
          config: newestOf(newest),
          idempotencyKey,
        })
        keys.current.delete(of)
        return { jobId }
      }),
    follow: (shows: readonly NamedShow[]) =>
      each(shows, async ({ channelId }) => {
        if (channelId === undefined) return { refused: unknownShow }
        await follow.mutateAsync({ channelId })
        return { following: true }
      }),
  }
}
