import { useId } from 'react'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { JobStarted } from './JobStarted'
import { uploadsArePrivate } from './stateWords'
import { UploadDrop } from './UploadDrop'
import { UploadRow } from './UploadRow'
import { audioKinds, fileSize, isAudio, uploadLimit } from './uploads'
import { useUploads, type Details } from './useUploads'
import './UploadArea.css'

/** Rows shown; of more files the rest is only counted. */
const rowsShown = 50

/** Takes transcripts, audio where it is listened to, and folders of a yt-dlp archive, sends them one by one and starts a job with those that arrived. */
export function UploadArea() {
  const id = useId()
  const uploads = useUploads()
  const { rows, notes, busy, jobId } = uploads
  const audioMiB = uploads.audioMiB ?? 0
  return (
    <section className="upload" aria-labelledby={`${id}-title`}>
      <UploadDrop busy={busy} audio={audioMiB > 0} onChoose={uploads.choose}>
        <h2 id={`${id}-title`}>{audioMiB > 0 ? 'Upload transcripts, audio or video' : 'Upload transcripts'}</h2>
        <p className="small muted">
          Drop VTT, SRT, JSON or TXT files here, or a yt-dlp folder. At most {fileSize(uploadLimit)} a file.{' '}
          {audioMiB > 0 &&
            `Audio and video (${audioKinds}), at most ${fileSize(audioMiB * 1024 * 1024)}, are listened to. `}
          {uploadsArePrivate}
        </p>
      </UploadDrop>
      {notes.length > 0 && (
        <ul className="small muted upload-notes">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <ChosenFiles uploads={uploads} />}
      <p className="small upload-started" role="status">
        {jobId !== undefined && <JobStarted jobId={jobId} />}
      </p>
    </section>
  )
}

/** The chosen files, what is said about them, and the button that sends them. */
function ChosenFiles({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { rows, busy, ready, sent, remove } = uploads
  return (
    <>
      <ul className="upload-rows" aria-label="Chosen files">
        {rows.slice(0, rowsShown).map(row => (
          <UploadRow key={row.key} row={row} onRemove={busy ? undefined : () => remove(row.key)} />
        ))}
      </ul>
      {rows.length > rowsShown && (
        <p className="small muted">
          and {counted(rows.length - rowsShown, 'more file')}. {sent} of {rows.length} sent.
        </p>
      )}
      <div className="upload-details">
        {uploads.single && <Detail uploads={uploads} name="title" placeholder="Taken from the file" maxLength={300} />}
        <Detail uploads={uploads} name="channel" placeholder="Optional" maxLength={200} />
        <Detail uploads={uploads} name="language" placeholder="en, de, ja …" maxLength={35} />
      </div>
      <div className="row">
        <Button look="primary" busy={busy} disabled={!busy && ready === 0} onClick={uploads.start}>
          {busy
            ? 'Processing...'
            : `Analyze ${counted(ready, rows.some(row => isAudio(row.upload.file.name)) ? 'file' : 'transcript')}`}
        </Button>
        {!busy && (
          <Button look="quiet" onClick={uploads.clear}>
            Clear list
          </Button>
        )}
      </div>
    </>
  )
}

const labels: Record<keyof Details, string> = { title: 'Title', channel: 'Channel', language: 'Language' }

function Detail({
  uploads: { details, setDetails, busy },
  name,
  placeholder,
  maxLength,
}: {
  uploads: ReturnType<typeof useUploads>
  name: keyof Details
  placeholder: string
  maxLength: number
}) {
  return (
    <Field label={labels[name]}>
      <Input
        maxLength={maxLength}
        value={details[name]}
        placeholder={placeholder}
        disabled={busy}
        onChange={e => setDetails({ ...details, [name]: e.target.value })}
      />
    </Field>
  )
}
