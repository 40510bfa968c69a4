import { useRef, useState, type SubmitEvent } from 'react'
import { Code } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { inputKind } from '@/lib/inputKind'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Field, Input, Select } from '@/ui/Field'
import { Icon } from '@/ui/Icon'
import { toast, toastError } from '@/ui/toasts'
import { useAttemptKey } from './attemptKey'
import { refreshJobs } from './jobCache'
import { may, useSession } from './session'
import { useSignInFirst } from './useSignInFirst'
import './AnalyzeForm.css'

type Mode = '' | 'recent' | 'dateRange' | 'all'
type Limits = { label: string; min: number; max: number; initial: string }

const limits: Record<'recent' | 'dateRange', Limits> = {
  recent: { label: 'Number of episodes', min: 1, max: 100, initial: '10' },
  dateRange: { label: 'Days back', min: 1, max: 365, initial: '30' },
}

const kindHints = {
  video: 'One video.',
  channel: 'A channel: its 10 newest episodes, unless the options say otherwise.',
  playlist: 'A playlist: its first 100 videos, unless the options say otherwise.',
  other: 'A podcast feed or page, if there is one at this address.',
}

function wholeNumber(text: string, { min, max }: Limits): number | undefined {
  const n = Number(text)
  return text.trim() !== '' && Number.isInteger(n) && n >= min && n <= max ? n : undefined
}

/** Where signing in comes back to with what was typed: home, whose form takes it from the address. */
function returnWith(input: string): string {
  return `${paths.home()}?${new URLSearchParams({ input }).toString()}`
}

type Props = {
  /** what the field holds at first, for example what was typed before signing in */
  initial?: string
  /** inputs to try; pressing one fills the field */
  examples?: readonly { label: string; input: string }[]
}

/** The one form that hands an address in for analysis. */
export function AnalyzeForm({ initial = '', examples = [] }: Props) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const process = useMutation(JobService.method.process, {
    // The session is over and the page is about to be left: what was typed comes back after signing in.
    onError: (error, request) =>
      error.code === Code.Unauthenticated
        ? navigate(returnWith(request.input ?? ''), { replace: true, preventScrollReset: true })
        : undefined,
  })
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState(initial)
  const [open, setOpen] = useState(false)
  const [mode, setMode] = useState<Mode>('')
  const [numbers, setNumbers] = useState({ recent: limits.recent.initial, dateRange: limits.dateRange.initial })
  const [problem, setProblem] = useState<string>()
  const [jobId, setJobId] = useState<number>()
  const attempt = useAttemptKey()
  const signInFirst = useSignInFirst()

  const number = mode === 'recent' || mode === 'dateRange' ? wholeNumber(numbers[mode], limits[mode]) : undefined

  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const text = input.trim()
    if (text === '') {
      toastError('Error', 'Please enter a YouTube URL')
      field.current?.focus()
      return
    }
    if (session.state !== 'in') {
      signInFirst('Please sign in to analyze content', returnWith(text))
      return
    }
    if ((mode === 'recent' || mode === 'dateRange') && number === undefined) {
      setProblem(`Please enter a whole number from ${limits[mode].min} to ${limits[mode].max}.`)
      return
    }
    const kind = inputKind(text)
    const request = {
      input: text,
      type: kind === 'other' ? '' : kind,
      ...(mode !== '' &&
        kind !== 'video' && {
          config: {
            mode,
            ...(mode === 'recent' && { episodeCount: number }),
            ...(mode === 'dateRange' && { dateRange: number }),
          },
        }),
    }
    process.mutate(
      { ...request, idempotencyKey: attempt.keyFor(request) },
      {
        onSuccess: answer => {
          attempt.done()
          setInput('')
          setJobId(answer.jobId)
          toast('Processing Started', `Job ${answer.jobId} created. Processing will begin shortly.`)
          void refreshJobs(queries)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }

  const modes = [
    { value: '', label: 'As usual' },
    { value: 'recent', label: 'Recent episodes' },
    { value: 'dateRange', label: 'Date range (days)' },
    ...(may(session, 'admin') ? [{ value: 'all', label: 'All episodes' }] : []),
  ]

  // How the input is read, or what became of it.
  const said = (
    <p className="small muted analyze-hint" aria-live="polite">
      {jobId === undefined ? (
        input.trim() !== '' && kindHints[inputKind(input)]
      ) : (
        <span className="analyze-started">
          <Icon name="check" /> Job {jobId} is on its way. <Link to={paths.job(String(jobId))}>Follow job {jobId}</Link>
        </span>
      )}
    </p>
  )

  return (
    <form className="analyze" noValidate onSubmit={submit}>
      <div className="analyze-line">
        <Field label="Video URL, channel ID or playlist URL" hideLabel>
          <Input
            ref={field}
            large
            icon="link"
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            placeholder="Video URL, channel ID or playlist URL"
            value={input}
            onChange={e => {
              setInput(e.target.value)
              setJobId(undefined)
            }}
          />
        </Field>
        <Button type="submit" look="primary" size="large" busy={process.isPending}>
          {process.isPending ? 'Processing...' : 'Analyze Content'}
        </Button>
      </div>

      <div className="row row-between small analyze-below">
        {examples.length === 0 ? (
          said
        ) : (
          <div className="row analyze-examples">
            <span className="muted">Try</span>
            {examples.map(example => (
              <button
                key={example.label}
                type="button"
                className="analyze-example"
                title={example.input}
                onClick={() => {
                  setInput(example.input)
                  setJobId(undefined)
                  field.current?.focus()
                }}
              >
                {example.label}
              </button>
            ))}
          </div>
        )}
        <Button
          look="quiet"
          size="small"
          icon="settings"
          aria-expanded={open}
          aria-controls="analyze-options"
          onClick={() => setOpen(!open)}
        >
          Options
        </Button>
      </div>

      {examples.length > 0 && said}

      {open && (
        <div id="analyze-options" className="analyze-options">
          <Field label="Episodes of a channel or feed">
            <Select
              options={modes}
              value={mode}
              onChange={value => {
                setMode(value as Mode)
                setProblem(undefined)
              }}
            />
          </Field>
          {(mode === 'recent' || mode === 'dateRange') && (
            <Field label={limits[mode].label} {...(problem !== undefined && { error: problem })}>
              <Input
                type="number"
                inputMode="numeric"
                min={limits[mode].min}
                max={limits[mode].max}
                value={numbers[mode]}
                onChange={e => {
                  setNumbers({ ...numbers, [mode]: e.target.value })
                  setProblem(undefined)
                }}
              />
            </Field>
          )}
        </div>
      )}
    </form>
  )
}
