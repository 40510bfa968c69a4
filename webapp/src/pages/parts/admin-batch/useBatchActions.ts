import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { BatchService, type Batch } from '@/gen/mentionary/v1/batch_pb'
import { putBatch } from '@/modules/batchCache'
import { toast, toastError } from '@/ui/toasts'

/** What an admin can do with a batch. Each answer is shown at once; a failure says the server's sentence. */
export function useBatchActions(id: number) {
  const queries = useQueryClient()
  const pausing = useMutation(BatchService.method.pauseBatch)
  const canceling = useMutation(BatchService.method.cancelBatch)
  const announce = (title: string, text: string) => ({
    onSuccess: ({ batch }: { batch?: Batch | undefined }) => {
      if (batch) putBatch(queries, batch)
      toast(title, text)
    },
    onError: (error: ConnectError) => toastError('Error', error.rawMessage),
  })
  return {
    busy: pausing.isPending || canceling.isPending,
    pause: (paused: boolean) =>
      pausing.mutate(
        { id, paused },
        paused
          ? announce('Batch Paused', 'No further address is submitted until you resume it.')
          : announce('Batch Resumed', 'The next address is submitted shortly.'),
      ),
    cancel: () =>
      canceling.mutate(
        { id },
        announce('Batch Canceled', 'No further address is submitted, and its open jobs are being canceled.'),
      ),
  }
}
