import { Code } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { toastError } from '@/ui/toasts'
import { useAttemptKey } from './attemptKey'
import { announceJob } from './JobStarted'
import { useSession } from './session'
import { useSignInFirst } from './useSignInFirst'

/** Which episodes of a show are wanted; nothing is the server's default for its kind. */
export type EpisodeConfig = {
  mode: string
  episodeCount?: number | undefined
  dateRange?: number | undefined
  episodeIds?: string[]
}

/** What is handed in. An empty type leaves the reading to the server. */
export type Submission = { input: string; type: string; config?: EpisodeConfig }

/** Where signing in comes back to with what was typed: home, whose form takes it from the address. */
function returnWith(input: string): string {
  return `${paths.home()}?${new URLSearchParams({ input }).toString()}`
}

/** Lets visitors sign in first, and tells whether that was needed. What was typed comes back with them. */
export function useSignedIn() {
  const session = useSession()
  const signInFirst = useSignInFirst()
  return (input: string): boolean => {
    if (session.state === 'in') return true
    signInFirst('Please sign in to analyze content', returnWith(input))
    return false
  }
}

/** Hands something in for signed-in people, and starts no second job for a second try. */
export function useSubmission(onStarted: (jobId: number) => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = useAttemptKey()
  const process = useMutation(JobService.method.process, {
    // The session is over and the page is about to be left: what was typed comes back after signing in.
    onError: (error, request) =>
      error.code === Code.Unauthenticated
        ? navigate(returnWith(request.input ?? ''), { replace: true, preventScrollReset: true })
        : undefined,
  })
  const send = (request: Submission) =>
    process.mutate(
      { ...request, idempotencyKey: attempt.keyFor(request) },
      {
        onSuccess: ({ jobId }) => {
          attempt.done()
          onStarted(jobId)
          announceJob(jobId, queries)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  return { send, busy: process.isPending }
}
