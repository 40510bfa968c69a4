import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { BatchService } from '@/gen/mentionary/v1/batch_pb'
import { useAttemptKey } from '@/modules/attemptKey'
import { asked, readAgain } from '@/modules/readAgain'
import { toastError } from '@/ui/toasts'

/** Which episodes of a channel or feed a batch takes. */
export type Config = { mode: 'recent' | 'dateRange' | 'all'; episodeCount?: number; dateRange?: number }

/** Starts a batch; the same lines tried again after a failure never become a second one. */
export type Start = (text: string, config?: Config) => void

export function useStart(kind: string, onStarted: (id: number) => void): { send: Start; busy: boolean } {
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const starting = useMutation(BatchService.method.startBatch)
  return {
    busy: starting.isPending,
    send: (text, config) => {
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
    },
  }
}
