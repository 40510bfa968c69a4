import { Suspense, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { inputKind, isWords } from '@/lib/inputKind'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { SkeletonRows } from '@/ui/Skeleton'
import { toastError } from '@/ui/toasts'
import { EpisodeChoice, useEpisodeChoice } from './EpisodeChoice'
import { JobStarted } from './JobStarted'
import { BeforeStartDialog } from './shows/BeforeStartDialog'
import type { Wanted } from './shows/ShowFinder'
import { ShowFinder, ShowImport } from './shows/shows.lazy'
import { useBeforeStart } from './shows/useBeforeStart'
import { useSignedIn, useSubmission, type Submission } from './useSubmission'
import './AnalyzeForm.css'

const prompt = 'Video URL, channel ID or playlist URL'
const optionsId = 'analyze-options'

const kindHints = {
  video: 'One video.',
  channel: 'A channel: its 10 newest episodes, unless you choose others under Options.',
  playlist: 'A playlist: its first 100 videos, unless you choose others under Options.',
  other: 'A podcast feed or page, if that is what this address leads to.',
}
const wordsHint = 'A show’s name: podcast directories are asked for it.'

type Example = { label: string; input: string }

type Props = {
  /** what the field holds at first, for example what was typed before signing in */
  initial?: string
  /** inputs to try; pressing one fills the field */
  examples?: readonly Example[]
}

/** The one form that hands in for analysis: an address, or a show that is found by its name. */
export function AnalyzeForm({ initial = '', examples = [] }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState(initial)
  const [open, setOpen] = useState(false)
  const [jobId, setJobId] = useState<number>()
  const [wanted, setWanted] = useState<Wanted>()
  const [importing, setImporting] = useState(false)
  const choice = useEpisodeChoice()
  const signedIn = useSignedIn()
  const { send, busy } = useSubmission(started => {
    setInput('')
    setWanted(undefined)
    setJobId(started)
    field.current?.focus()
  })
  const before = useBeforeStart()
  const handIn = (submission: Submission) =>
    void before.ask([submission.input], submission.config, () => send(submission))
  const text = input.trim()
  const words = isWords(input)
  const kind = inputKind(input)

  const type = (typed: string) => {
    setInput(typed)
    setJobId(undefined)
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    if (text === '') {
      field.current?.focus()
      toastError('Error', 'Please enter a YouTube URL')
    } else if (signedIn(text)) {
      if (words) setWanted({ words: text })
      else if (choice.check()) handIn({ input: text, type: kind === 'other' ? '' : kind, ...choice.config(kind) })
    }
  }
  const hint = (
    <Hint>
      {jobId !== undefined ? <JobStarted jobId={jobId} /> : text !== '' && (words ? wordsHint : kindHints[kind])}
    </Hint>
  )
  return (
    <div className="analyze">
      <form className="analyze" noValidate onSubmit={submit}>
        <div className="analyze-line">
          <Field label={prompt} hideLabel>
            <Input
              ref={field}
              large
              icon={words ? 'search' : 'link'}
              type="url"
              inputMode="text" /* names have spaces, which keyboards for addresses lack */
              autoComplete="off"
              spellCheck={false}
              maxLength={2048}
              placeholder={prompt}
              value={input}
              onChange={e => type(e.target.value)}
            />
          </Field>
          <Button type="submit" look="primary" size="large" busy={busy}>
            {busy ? 'Processing...' : words ? 'Find Shows' : 'Analyze Content'}
          </Button>
        </div>
        <div className="row row-between small analyze-below">
          {examples.length === 0 ? (
            hint
          ) : (
            <Examples
              examples={examples}
              onTry={tried => {
                type(tried)
                field.current?.focus()
              }}
            />
          )}
          <span className="row analyze-tools">
            {text !== '' && !words && kind !== 'video' && (
              <Button
                look="quiet"
                size="small"
                icon="list"
                onClick={() => signedIn(text) && setWanted({ address: text })}
              >
                Choose episodes
              </Button>
            )}
            {text === '' && (
              <Button
                look="quiet"
                size="small"
                icon="upload"
                aria-expanded={importing}
                onClick={() => signedIn(text) && setImporting(!importing)}
              >
                Import shows
              </Button>
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
          </span>
        </div>
        {examples.length > 0 && hint}
        {open && <EpisodeChoice id={optionsId} choice={choice} />}
      </form>
      <Suspense fallback={<SkeletonRows rows={3} height={52} label="Loading…" />}>
        {importing && (
          <ShowImport
            onClose={() => {
              setImporting(false)
              field.current?.focus()
            }}
          />
        )}
        {wanted && (
          <ShowFinder
            key={'words' in wanted ? wanted.words : wanted.address}
            wanted={wanted}
            busy={busy}
            onSubmit={(submission, estimated) => (estimated ? send(submission) : handIn(submission))}
            onClose={() => {
              setWanted(undefined)
              field.current?.focus()
            }}
          />
        )}
      </Suspense>
      <BeforeStartDialog asking={before} verb="Analyze" />
    </div>
  )
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
