import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { signInAgain } from '@/modules/SignIn'
import { uploadsArePrivate } from '@/modules/stateWords'
import {
  fileSize,
  isSignedOut,
  refusal,
  transcriptFiles,
  uploadFile,
  uploadLimit,
  uploadProblem,
} from '@/modules/uploads'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field, Input } from '@/ui/Field'
import { Progress } from '@/ui/Progress'

type Props = {
  open: boolean
  title: string
  /** the server takes the transcript in */ busy: boolean
  onClose: () => void
  onUploaded: (uploadId: string) => void
}

/** Sends the transcript of one episode whose source has none or cannot be reached. */
export function GiveTranscript({ open, title, busy, onClose, onUploaded }: Props) {
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const [language, setLanguage] = useState('')
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const close = () => {
    sending.current?.abort()
    setFile(undefined)
    setProblem(undefined)
    setShare(undefined)
    onClose()
  }

  async function send() {
    if (!file) {
      setProblem('Please choose a file.')
      return
    }
    const controller = new AbortController()
    sending.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      const { uploadId } = await uploadFile(file, { language }, { signal: controller.signal, onProgress: setShare })
      onUploaded(uploadId)
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(uploadProblem(error))
      if (isSignedOut(error)) signInAgain(queries)
    }
    setShare(undefined)
  }

  const working = share !== undefined || busy
  return (
    <Dialog
      open={open}
      title="Provide transcript"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button look="primary" busy={working} onClick={() => void send()}>
            {working ? 'Sending...' : 'Send transcript'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          The transcript of <b>{title}</b>, with times if you have them. It is labeled as given by a reader and yields
          to the publisher’s own. {uploadsArePrivate}
        </p>
        <Field
          label="Transcript file"
          hint={`VTT, SRT, JSON or TXT, at most ${fileSize(uploadLimit)}.`}
          {...(problem !== undefined && { error: problem })}
        >
          <Input
            type="file"
            accept={transcriptFiles}
            disabled={working}
            onChange={e => {
              const chosen = e.target.files?.[0]
              setFile(chosen)
              setProblem(chosen && refusal(chosen))
            }}
          />
        </Field>
        <Field label="Language">
          <Input
            maxLength={35}
            placeholder="en, de, ja …"
            value={language}
            disabled={working}
            onChange={e => setLanguage(e.target.value)}
          />
        </Field>
        {share !== undefined && <Progress value={share} max={1} label="Sending the transcript" />}
      </div>
    </Dialog>
  )
}
