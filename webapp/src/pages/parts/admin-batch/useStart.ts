import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { BatchService } from '@/gen/mentionary/v1/batch_pb'
import { useAttemptKey } from '@/modules/attemptKey'
import { asked, readAgain } from '@/modules/readAgain'
import { useBeforeStart } from '@/modules/shows/useBeforeStart'
import { toastError } from '@/ui/toasts'

/** Which episodes of a channel or feed a batch takes. */
export type Config = { mode: 'recent' | 'dateRange' | 'all'; episodeCount?: number; dateRange?: number }

/** Starts a batch; the same lines tried again after a failure never become a second one. `lines` are what its text was read as. */
export type Start = (text: string, lines: readonly string[], config?: Config) => void

/** Starts batches of a kind, once what they come to was told. */
export function useStart(kind: string, onStarted: (id: number) => void) {
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const starting = useMutation(BatchService.method.startBatch)
  const before = useBeforeStart()
  const send = (text: string, config: Config | undefined) => {
    const request = { kind, text, ...(config && { config }) }
    starting.mutate(
      { ...request, idempotencyKey: attempt.keyFor(request) },
      {
        onSuccess: ({ batch }) => {
          attempt.done()
          void readAgain(queries, [asked(BatchService.method.listBatches)])
          if (batch) onStarted(batch.id)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }
  const start: Start = (text, lines, config) => void before.ask(lines, config, () => send(text, config))
  return { start, before, busy: starting.isPending }
}
