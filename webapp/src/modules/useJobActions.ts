import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { JobService, type Job } from '@/gen/mentionary/v1/job_pb'
import { toast, toastError } from '@/ui/toasts'
import { putJob } from './jobCache'

export type JobActions = ReturnType<typeof useJobActions>

/** What an owner can do with a job. Each answer is shown at once; a failure says the server's sentence. */
export function useJobActions(id: number) {
  const queries = useQueryClient()
  const canceling = useMutation(JobService.method.cancelJob)
  const pausing = useMutation(JobService.method.pauseJob)
  const retrying = useMutation(JobService.method.retryJob)
  const giving = useMutation(JobService.method.provideTranscript)
  const announce = (title: string, text: string, after?: () => void) => ({
    onSuccess: (answer: { job?: Job | undefined }) => {
      if (answer.job) putJob(queries, answer.job)
      toast(title, text)
      after?.()
    },
    onError: (error: ConnectError) => toastError('Error', error.rawMessage),
  })
  return {
    busy: canceling.isPending || pausing.isPending || retrying.isPending || giving.isPending,
    cancel: () => canceling.mutate({ id }, announce('Job Canceled', 'Episodes that are already analyzed stay.')),
    pause: (paused: boolean) =>
      pausing.mutate(
        { id, paused },
        paused
          ? announce('Job Paused', 'Work on its episodes stops until you resume it.')
          : announce('Job Resumed', 'Work on its episodes continues shortly.'),
      ),
    /** Without an item: everything that can be tried again. Without a stage: from where it failed. */
    retry: (itemId = 0, fromStage = '') =>
      retrying.mutate(
        { id, itemId, fromStage },
        announce('Retry Started', itemId ? 'The episode will be tried again.' : 'The episodes will be tried again.'),
      ),
    provideTranscript: (itemId: number, uploadId: string, after: () => void) =>
      giving.mutate(
        { id, itemId, uploadId },
        announce('Transcript Received', 'The episode is now being analyzed with it.', after),
      ),
  }
}
