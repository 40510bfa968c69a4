import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { Code } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { inputKind } from '@/lib/inputKind'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { toastError } from '@/ui/toasts'
import { useAttemptKey } from './attemptKey'
import { EpisodeChoice, useEpisodeChoice } from './EpisodeChoice'
import { announceJob, JobStarted } from './JobStarted'
import { useSession } from './session'
import { useSignInFirst } from './useSignInFirst'
import './AnalyzeForm.css'

const prompt = 'Video URL, channel ID or playlist URL'
const optionsId = 'analyze-options'

const kindHints = {
  video: 'One video.',
  channel: 'A channel: its 10 newest episodes, unless you choose others under Options.',
  playlist: 'A playlist: its first 100 videos, unless you choose others under Options.',
  other: 'A podcast feed or page, if that is what this address leads to.',
}

/** Where signing in comes back to with what was typed: home, whose form takes it from the address. */
function returnWith(input: string): string {
  return `${paths.home()}?${new URLSearchParams({ input }).toString()}`
}

type Example = { label: string; input: string }

type Props = {
  /** what the field holds at first, for example what was typed before signing in */
  initial?: string
  /** inputs to try; pressing one fills the field */
  examples?: readonly Example[]
}

/** The one form that hands an address in for analysis. */
export function AnalyzeForm({ initial = '', examples = [] }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState(initial)
  const [open, setOpen] = useState(false)
  const [jobId, setJobId] = useState<number>()
  const choice = useEpisodeChoice()
  const { send, busy } = useSubmission(choice, started => {
    setInput('')
    setJobId(started)
  })

  const type = (text: string) => {
    setInput(text)
    setJobId(undefined)
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    if (input.trim() === '') field.current?.focus()
    send(input.trim())
  }
  const hint = (
    <Hint>
      {jobId === undefined ? input.trim() !== '' && kindHints[inputKind(input)] : <JobStarted jobId={jobId} />}
    </Hint>
  )
  return (
    <form className="analyze" noValidate onSubmit={submit}>
      <div className="analyze-line">
        <Field label={prompt} hideLabel>
          <Input
            ref={field}
            large
            icon="link"
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            placeholder={prompt}
            value={input}
            onChange={e => type(e.target.value)}
          />
        </Field>
        <Button type="submit" look="primary" size="large" busy={busy}>
          {busy ? 'Processing...' : 'Analyze Content'}
        </Button>
      </div>
      <div className="row row-between small analyze-below">
        {examples.length === 0 ? (
          hint
        ) : (
          <Examples
            examples={examples}
            onTry={text => {
              type(text)
              field.current?.focus()
            }}
          />
        )}
        <Button
          look="quiet"
          size="small"
          icon="settings"
          aria-expanded={open}
          aria-controls={optionsId}
          onClick={() => setOpen(!open)}
        >
          Options
        </Button>
      </div>
      {examples.length > 0 && hint}
      {open && <EpisodeChoice id={optionsId} choice={choice} />}
    </form>
  )
}

/** Sends an address: asks for one when there is none, lets visitors sign in first, and starts no second job for a second try. */
function useSubmission(choice: ReturnType<typeof useEpisodeChoice>, onStarted: (jobId: number) => void) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = useAttemptKey()
  const signInFirst = useSignInFirst()
  const process = useMutation(JobService.method.process, {
    // The session is over and the page is about to be left: what was typed comes back after signing in.
    onError: (error, request) =>
      error.code === Code.Unauthenticated
        ? navigate(returnWith(request.input ?? ''), { replace: true, preventScrollReset: true })
        : undefined,
  })
  const send = (input: string) => {
    if (input === '') {
      toastError('Error', 'Please enter a YouTube URL')
      return
    }
    if (session.state !== 'in') {
      signInFirst('Please sign in to analyze content', returnWith(input))
      return
    }
    if (!choice.check()) return
    const kind = inputKind(input)
    const request = { input, type: kind === 'other' ? '' : kind, ...choice.config(kind) }
    process.mutate(
      { ...request, idempotencyKey: attempt.keyFor(request) },
      {
        onSuccess: ({ jobId }) => {
          attempt.done()
          onStarted(jobId)
          announceJob(jobId, queries)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }
  return { send, busy: process.isPending }
}

/** How the input is read, or what became of it. */
function Hint({ children }: { children: ReactNode }) {
  return (
    <p className="small muted analyze-hint" aria-live="polite">
      {children}
    </p>
  )
}

function Examples({ examples, onTry }: { examples: readonly Example[]; onTry: (input: string) => void }) {
  return (
    <div className="row analyze-examples">
      <span className="muted">Try</span>
      {examples.map(({ label, input }) => (
        <button key={label} type="button" className="analyze-example" title={input} onClick={() => onTry(input)}>
          {label}
        </button>
      ))}
    </div>
  )
}
