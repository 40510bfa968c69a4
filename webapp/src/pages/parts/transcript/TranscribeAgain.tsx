import { useMutation, useQuery } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { JobService, type PreviewListeningResponse } from '@/gen/mentionary/v1/job_pb'
import { dollars, duration } from '@/lib/format'
import { useAttemptKey } from '@/modules/attemptKey'
import { announceJob, JobStarted } from '@/modules/JobStarted'
import { may, useSession } from '@/modules/session'
import { listeningTime } from '@/modules/shows/estimate'
import { AskDialog } from '@/ui/AskDialog'
import { Button } from '@/ui/Button'

/** Has the speech server of today hear the episode, whatever transcript there is: for moderators only. */
export function TranscribeAgain({ videoId }: { videoId: string }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [jobId, setJobId] = useState<number>()
  if (!may(session, 'moderate')) return null
  if (jobId !== undefined) return <JobStarted jobId={jobId} />
  return (
    <>
      <Button look="quiet" size="small" icon="retry" onClick={() => setOpen(true)}>
        Transcribe again
      </Button>
      {open && <Ask videoId={videoId} onClose={() => setOpen(false)} onStarted={setJobId} />}
    </>
  )
}

function Ask({
  videoId,
  onClose,
  onStarted,
}: {
  videoId: string
  onClose: () => void
  onStarted: (jobId: number) => void
}) {
  const preview = useQuery(JobService.method.previewListening, { videoId }, { staleTime: 0 })
  const queries = useQueryClient()
  const key = useAttemptKey()
  const ask = useMutation(JobService.method.listenAgain, {
    onSuccess: ({ jobId }) => {
      key.done()
      announceJob(jobId, queries)
      onStarted(jobId)
    },
  })
  const answer = preview.data
  return (
    <AskDialog
      title="Transcribe Again"
      action="Transcribe Again"
      busy={ask.isPending}
      disabled={!answer?.canListen}
      error={ask.error?.rawMessage}
      onClose={onClose}
      onConfirm={() => ask.mutate({ videoId, idempotencyKey: key.keyFor(videoId) })}
    >
      {preview.isPending && <p className="muted">Looking at what it takes…</p>}
      {preview.error && (
        <p role="alert">
          {preview.error.rawMessage}{' '}
          <Button look="quiet" size="small" icon="retry" onClick={() => void preview.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {answer && (answer.canListen ? <p>{whatItTakes(answer)}</p> : <p role="alert">{answer.reason}</p>)}
      {answer?.canListen && (
        <p className="muted">
          The present transcript is kept. The episode is analyzed anew, and its mentions move to the new transcript by
          time.
        </p>
      )}
    </AskDialog>
  )
}

/** Who listens to how much, for how much and how long. */
function whatItTakes({ server, duration: seconds, listeningPrice, listeningSpeed }: PreviewListeningResponse): string {
  if (seconds === undefined)
    return `${server} listens to this episode. How long it is, and so what it takes, is not known.`
  const cost = listeningPrice > 0 && `about ${dollars((seconds / 60) * listeningPrice)}`
  const time = listeningSpeed !== undefined && `about ${listeningTime(seconds, listeningSpeed)}`
  const details = [cost, time].filter(Boolean).join(', ')
  return `${server} listens to this episode of ${duration(seconds)}${details && ` (${details})`}.`
}
