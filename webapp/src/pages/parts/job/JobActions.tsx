import { useState } from 'react'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { useJobActions } from '@/modules/useJobActions'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/** What can be done with the whole job: pause and resume, try again, cancel. */
export function JobActions({ job }: { job: Job }) {
  const [asking, setAsking] = useState(false)
  const { busy, pause, retry, cancel } = useJobActions(job.id)
  return (
    <div className="row">
      {job.canPause && (
        <Button icon={job.paused ? 'play' : 'pause'} disabled={busy} onClick={() => pause(!job.paused)}>
          {job.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {job.canRetry && (
        <Button icon="retry" disabled={busy} onClick={() => retry()}>
          {job.itemsTotal > 1 ? 'Retry all' : 'Retry'}
        </Button>
      )}
      {job.canCancel && (
        <Button look="danger" disabled={busy} onClick={() => setAsking(true)}>
          Cancel job
        </Button>
      )}
      <CancelDialog
        open={asking}
        onClose={() => setAsking(false)}
        onCancel={() => {
          setAsking(false)
          cancel()
        }}
      />
    </div>
  )
}

function CancelDialog({ open, onClose, onCancel }: { open: boolean; onClose: () => void; onCancel: () => void }) {
  return (
    <Dialog
      open={open}
      title="Cancel this job?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" onClick={onCancel}>
            Cancel job
          </Button>
        </>
      }
    >
      <p>
        Work on episodes that are not finished stops, unless another job wants them too. Episodes that are already
        analyzed stay.
      </p>
    </Dialog>
  )
}
