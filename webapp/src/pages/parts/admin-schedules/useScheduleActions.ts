import { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { BatchService } from '@/gen/mentionary/v1/batch_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { ScheduleService, type Schedule } from '@/gen/mentionary/v1/schedule_pb'
import { asked, readAgain } from '@/modules/readAgain'
import { toast, toastError } from '@/ui/toasts'

const lists = [ScheduleService.method.listSchedules, BatchService.method.listBatches, JobService.method.listJobs].map(
  asked,
)

/** What an admin can do with a schedule; the lists are read again after each. */
export function useScheduleActions({ kind, id }: Pick<Schedule, 'kind' | 'id'>) {
  const announce = useScheduleAnswer()
  const running = useMutation(ScheduleService.method.runSchedule)
  const pausing = useMutation(ScheduleService.method.pauseSchedule)
  const ending = useMutation(ScheduleService.method.endSchedule)
  return {
    busy: running.isPending || pausing.isPending || ending.isPending,
    run: () => announce(running.mutateAsync({ kind, id }), 'Run Started', 'What it submits appears under Last run.'),
    pause: (paused: boolean) =>
      paused
        ? announce(pausing.mutateAsync({ kind, id, paused }), 'Schedule Paused', 'It will not run until you resume it.')
        : announce(
            pausing.mutateAsync({ kind, id, paused }),
            'Schedule Resumed',
            'It will run again at its next scheduled time.',
          ),
    end: () => announce(ending.mutateAsync({ kind, id }), 'Schedule Ended', 'It will not run again.'),
  }
}

/**
 * What follows every change of schedules: a notification, and lists that are read again. The row that asked for it may be gone by
 * then: the stream tells of the end of a schedule before its call returns.
 */
export function useScheduleAnswer() {
  const queries = useQueryClient()
  return (sent: Promise<unknown>, title: string, text: string, after?: () => void) => {
    sent.then(
      () => {
        toast(title, text)
        void readAgain(queries, lists)
        after?.()
      },
      (error: unknown) => toastError('Error', ConnectError.from(error).rawMessage),
    )
  }
}
