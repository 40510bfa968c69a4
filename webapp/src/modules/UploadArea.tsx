import { useEffect, useId, useRef, useState } from 'react'
import { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { cx } from '@/lib/classes'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { randomKey } from '@/lib/randomKey'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { Icon } from '@/ui/Icon'
import { toast, toastError } from '@/ui/toasts'
import { useAttemptKey } from './attemptKey'
import { refreshJobs } from './jobCache'
import { signInAgain } from './SignIn'
import { UploadRow, type Row } from './UploadRow'
import { chosenFrom, chosenFromDrop, planUploads, uploadsPerJob, type ChosenFile } from './uploadPlan'
import { uploadFile, UploadError, uploadLimit, fileSize } from './uploads'
import './UploadArea.css'

/** Files sent at the same time. */
const atOnce = 2
/** Rows shown; of more files the rest is only counted. */
const rowsShown = 50

/** Takes transcripts and folders of a yt-dlp archive, sends them one by one and starts a job with those that arrived. */
export function UploadArea() {
  const id = useId()
  const queries = useQueryClient()
  const process = useMutation(JobService.method.process)
  const [rows, setRows] = useState<Row[]>([])
  const [notes, setNotes] = useState<string[]>([])
  const [details, setDetails] = useState({ title: '', channel: '', language: '' })
  const [over, setOver] = useState(false)
  const [sending, setSending] = useState(false)
  const [jobId, setJobId] = useState<number>()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const leave = useRef<AbortController>(undefined)
  const attempt = useAttemptKey()
  useEffect(() => () => leave.current?.abort(), [])

  const choose = (chosen: ChosenFile[]) => {
    if (chosen.length === 0) return
    const plan = planUploads(chosen)
    const added = plan.uploads.map((upload): Row => ({
      key: randomKey(),
      upload,
      state: upload.problem ? 'refused' : 'ready',
      share: 0,
      ...(upload.problem && { text: upload.problem }),
    }))
    setRows(known => [...known, ...added].slice(0, uploadsPerJob))
    setNotes(plan.notes)
    setJobId(undefined)
  }
  const change = (key: string, news: Partial<Row>) =>
    setRows(known => known.map(row => (row.key === key ? { ...row, ...news } : row)))
  const remove = (key: string) => setRows(known => known.filter(row => row.key !== key))

  const open = rows.filter(row => row.state === 'ready' || row.state === 'failed')
  const sent = rows.filter(row => row.state === 'sent')
  const single = open.length === 1 && sent.length === 0 && !open[0]!.upload.info

  async function send(row: Row, signal: AbortSignal): Promise<string | undefined> {
    change(row.key, { state: 'sending', share: 0, text: undefined })
    try {
      const answer = await uploadFile(
        row.upload.file,
        {
          info: row.upload.info,
          channel: details.channel,
          language: details.language,
          ...(single && { title: details.title }),
        },
        { signal, onProgress: share => change(row.key, { share }) },
      )
      change(row.key, { state: 'sent', share: 1, answer })
      return answer.uploadId
    } catch (error) {
      if (signal.aborted) return undefined
      change(row.key, {
        state: 'failed',
        text: error instanceof Error ? error.message : 'The upload did not work. Please try again.',
      })
      if (error instanceof UploadError && error.status === 401) signInAgain(queries)
      return undefined
    }
  }

  async function start() {
    const controller = new AbortController()
    leave.current = controller
    setSending(true)
    const ids = new Map(sent.flatMap(row => (row.answer ? [[row.key, row.answer.uploadId]] : [])))
    const queue = [...open]
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let row = queue.shift(); row && !controller.signal.aborted; row = queue.shift()) {
          const uploadId = await send(row, controller.signal)
          if (uploadId) ids.set(row.key, uploadId)
        }
      }),
    )
    if (controller.signal.aborted) return
    setSending(false)
    if (ids.size === 0) return
    try {
      const request = { type: 'upload', uploadIds: [...ids.values()] }
      const answer = await process.mutateAsync({ ...request, idempotencyKey: attempt.keyFor(request) })
      attempt.done()
      setRows(known => known.filter(row => !ids.has(row.key)))
      setJobId(answer.jobId)
      setDetails({ title: '', channel: '', language: '' })
      toast('Processing Started', `Job ${answer.jobId} created. Processing will begin shortly.`)
      void refreshJobs(queries)
    } catch (error) {
      toastError('Error', ConnectError.from(error).rawMessage)
    }
  }

  const busy = sending || process.isPending
  const ready = open.length + sent.length
  return (
    <section className="upload" aria-labelledby={`${id}-title`}>
      <div
        className={cx('upload-drop', over && 'upload-over')}
        onDragOver={e => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={e => {
          if (!e.currentTarget.contains(e.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={e => {
          e.preventDefault()
          setOver(false)
          chosenFromDrop(e.dataTransfer).then(choose, () =>
            toastError('Error', 'The dropped files could not be read. Please choose them instead.'),
          )
        }}
      >
        <span className="upload-mark" aria-hidden="true">
          <Icon name="upload" size={26} />
        </span>
        <div className="upload-words">
          <h2 id={`${id}-title`}>Upload transcripts</h2>
          <p className="small muted">
            Drop VTT, SRT, JSON or TXT files here, or a yt-dlp folder. At most {fileSize(uploadLimit)} a file. Only you
            and moderators see them until a moderator publishes them.
          </p>
        </div>
        <div className="row upload-choose">
          <Button size="small" onClick={() => files.current?.click()} disabled={busy}>
            Choose files
          </Button>
          <Button size="small" look="quiet" onClick={() => folder.current?.click()} disabled={busy}>
            Choose folder
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept=".vtt,.srt,.json,.json3,.txt"
          aria-label="Transcript files"
          onChange={e => {
            choose(chosenFrom(e.target.files ?? []))
            e.target.value = ''
          }}
        />
        <input
          ref={element => {
            folder.current = element
            if (element) element.webkitdirectory = true // no attribute that React's types know
          }}
          type="file"
          hidden
          multiple
          aria-label="Folder of transcripts"
          onChange={e => {
            choose(chosenFrom(e.target.files ?? []))
            e.target.value = ''
          }}
        />
      </div>

      {notes.length > 0 && (
        <ul className="small muted upload-notes">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <>
          <ul className="upload-rows" aria-label="Chosen files">
            {rows.slice(0, rowsShown).map(row => (
              <UploadRow key={row.key} row={row} onRemove={busy ? undefined : () => remove(row.key)} />
            ))}
          </ul>
          {rows.length > rowsShown && (
            <p className="small muted">
              and {counted(rows.length - rowsShown, 'further file')}, {rows.filter(row => row.state === 'sent').length}{' '}
              of {rows.length} sent
            </p>
          )}
          <div className="upload-details">
            {single && (
              <Field label="Title">
                <Input
                  maxLength={300}
                  value={details.title}
                  placeholder="Taken from the file"
                  disabled={busy}
                  onChange={e => setDetails({ ...details, title: e.target.value })}
                />
              </Field>
            )}
            <Field label="Channel">
              <Input
                maxLength={200}
                value={details.channel}
                placeholder="Optional"
                disabled={busy}
                onChange={e => setDetails({ ...details, channel: e.target.value })}
              />
            </Field>
            <Field label="Language">
              <Input
                maxLength={35}
                value={details.language}
                placeholder="en, de, ja …"
                disabled={busy}
                onChange={e => setDetails({ ...details, language: e.target.value })}
              />
            </Field>
          </div>
          <div className="row">
            <Button look="primary" busy={busy} disabled={!busy && ready === 0} onClick={() => void start()}>
              {busy ? 'Processing...' : `Analyze ${counted(ready, 'transcript')}`}
            </Button>
            {!busy && (
              <Button look="quiet" onClick={() => setRows([])}>
                Clear list
              </Button>
            )}
          </div>
        </>
      )}
      <p className="small upload-started" role="status">
        {jobId !== undefined && (
          <>
            <Icon name="check" /> Job {jobId} is on its way.{' '}
            <Link to={paths.job(String(jobId))}>Follow job {jobId}</Link>
          </>
        )}
      </p>
    </section>
  )
}
