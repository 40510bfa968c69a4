import { useEffect, useRef, useState } from 'react'
import { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Upload } from 'antd'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { signInAgain } from '@/modules/SignIn'
import {
  fileSize,
  isSignedOut,
  refusal,
  transcriptFiles,
  uploadFile,
  uploadLimit,
  uploadProblem,
} from '@/modules/uploads'
import { Icon } from '@/ui/Icon'
import { MountedModal } from '@/modules/admin/MountedModal'
import { refreshWork } from './workCache'

/** What became of a row: nothing yet, a file on its way, done, or a sentence. */
type State = { busy?: boolean; done?: boolean; problem?: string }

/** Gives the episodes of the rows that can take one a transcript, each its own file. What moderators give is everybody's. */
export function TranscriptDialog({ rows, onClose }: { rows: readonly Work[]; onClose: () => void }) {
  const queries = useQueryClient()
  const giving = useMutation(JobService.method.provideTranscript)
  const [states, setStates] = useState<Record<string, State>>({})
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const able = rows.filter(row => row.actions.includes('transcript'))
  const set = (key: string, state: State) => setStates(all => ({ ...all, [key]: state }))

  async function send(work: Work, file: File) {
    const wrong = refusal(file)
    if (wrong) {
      set(work.key, { problem: wrong })
      return
    }
    set(work.key, { busy: true })
    try {
      const { uploadId } = await uploadFile(file, {}, { signal: leaving.current.signal })
      await giving.mutateAsync({ id: work.jobId, itemId: work.itemId, uploadId })
      set(work.key, { done: true })
      refreshWork(queries)
    } catch (error) {
      set(work.key, { problem: error instanceof ConnectError ? error.rawMessage : uploadProblem(error) })
      if (isSignedOut(error)) signInAgain(queries)
    }
  }

  return (
    <MountedModal
      width={640}
      title="Provide transcript"
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        VTT, SRT, JSON or TXT, at most {fileSize(uploadLimit)} each. It is labeled as given by a reader and yields to
        the publisher’s own.
      </p>
      <ul className="work-outcomes" aria-label="Episodes without a transcript">
        {able.map(work => {
          const state = states[work.key] ?? {}
          return (
            <li key={work.key}>
              <span className={state.done ? 'work-ok' : 'work-no'}>
                <Icon name={state.done ? 'check' : 'warning'} />
              </span>
              <b>{work.title || work.key}</b>
              {!state.done && (
                <Upload
                  accept={transcriptFiles}
                  showUploadList={false}
                  disabled={state.busy ?? false}
                  beforeUpload={file => {
                    void send(work, file)
                    return Upload.LIST_IGNORE
                  }}
                >
                  <Button size="small" loading={state.busy ?? false}>
                    Choose file
                  </Button>
                </Upload>
              )}
              <p>{state.problem ?? (state.done ? 'The episode is now being analyzed with it.' : work.stateText)}</p>
            </li>
          )
        })}
      </ul>
    </MountedModal>
  )
}
