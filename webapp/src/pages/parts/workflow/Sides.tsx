import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { GetWorkResponse, ModelUse, Work, WorkId, WorkResult, WorkWant } from '@/gen/mentionary/v1/work_pb'
import { ago, count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { StateDot } from '@/modules/JobState'
import { workWords } from '@/modules/stateWords'
import { kindOf } from '@/modules/work/words'
import { Icon } from '@/ui/Icon'
import { toast, toastError } from '@/ui/toasts'

/** The jobs that want a run, or wanted it. */
export function Wants({ wants }: { wants: readonly WorkWant[] }) {
  return (
    <Panel title="Wanted by">
      <ul className="ruled">
        {wants.map(want => (
          <li key={want.key}>
            <Link to={paths.adminWorkflow(want.key)}>{want.title || want.key}</Link>
            <span className="small muted">
              {want.submitter}
              {' · '}
              {want.live ? `wants it, since ${ago(want.since && timestampDate(want.since))}` : 'wanted it'}
            </span>
          </li>
        ))}
      </ul>
      {wants.length === 0 && <p className="muted">Nobody wants it anymore.</p>}
    </Panel>
  )
}

const resultNames: Record<string, string> = {
  transcript: 'Transcript, words',
  candidates: 'Candidates',
  rejected: 'Dropped without proof',
  mentions: 'Mentions',
  entities: 'Entities',
  waiting: 'Waiting',
  checked: 'Checked',
  apart: 'Nothing alike',
  review: 'For review',
  merged: 'Merged',
  looked_at: 'Names and entities that were news',
  read: 'Episodes read again',
  changed: 'Episodes changed',
}

/** What was written. */
export function Results({ results, title }: { results: readonly WorkResult[]; title: string }) {
  return (
    <Panel title={title}>
      <ul className="ruled">
        {results.map(result => (
          <li key={result.name}>
            <span>
              {resultNames[result.name] ?? result.name}
              {result.text && <span className="small muted"> {result.text}</span>}
            </span>
            <b className="figures">{count(result.count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const usd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

const sum = (uses: readonly ModelUse[], of: (use: ModelUse) => number) => uses.reduce((all, use) => all + of(use), 0)

/** What the language model was asked, in all and where it cost most. */
export function ModelUses({ uses }: { uses: readonly ModelUse[] }) {
  const known = uses.some(use => use.cost !== undefined)
  const most = [...uses].sort((a, b) => b.promptTokens + b.completionTokens - a.promptTokens - a.completionTokens)
  return (
    <Panel title="Language model">
      <ul className="ruled">
        <li>
          <span>Calls</span>
          <b className="figures">{count(sum(uses, use => use.calls))}</b>
        </li>
        <li>
          <span>
            Tokens <span className="small muted">read, of them cached, written</span>
          </span>
          <b className="figures">
            {[
              sum(uses, use => use.promptTokens),
              sum(uses, use => use.cachedTokens),
              sum(uses, use => use.completionTokens),
            ]
              .map(count)
              .join(' · ')}
          </b>
        </li>
        {known && (
          <li>
            <span>Cost</span>
            <b className="figures">{usd.format(sum(uses, use => use.cost ?? 0))}</b>
          </li>
        )}
        {most.slice(0, 5).map(use => (
          <li key={use.chunk} className="small muted">
            <span>
              Part {use.chunk + 1} · {use.model}
              {use.calls > 1 && ` · ${use.calls} calls`}
            </span>
            <span className="figures">
              {count(use.promptTokens + use.completionTokens)} tokens
              {use.cost !== undefined && ` · ${usd.format(use.cost)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const idNames: Record<string, string> = { workflow: 'Workflow', request: 'Request' }

/** Ids by which operators find the work in logs and in the workflow engine. */
export function Ids({ ids, url, run }: { ids: readonly WorkId[]; url: string; run: boolean }) {
  const copy = (value: string) =>
    navigator.clipboard.writeText(value).then(
      () => toast('Copied', value),
      () => toastError('Error', 'The browser does not let pages write to the clipboard. Select the text and copy it.'),
    )
  return (
    <Panel
      title="For operators"
      actions={
        url && (
          <Button href={url} target="_blank" rel="noopener" icon={<Icon name="arrow-up-right" />} size="small">
            Open in Temporal
          </Button>
        )
      }
    >
      <ul className="ruled">
        {ids.map(({ name, value }) => (
          <li key={name}>
            <span>
              {idNames[name] ?? name} <code className="small">{value}</code>
            </span>
            <Button type="text" size="small" icon={<Icon name="copy" />} onClick={() => void copy(value)}>
              Copy
            </Button>
          </li>
        ))}
      </ul>
      <p className="small muted">
        Log lines of this work carry these ids.
        {!ids.some(({ name }) => name === 'request') &&
          (run
            ? ' A run has no request id of its own: it is shared by the jobs that want it, and theirs stand in their stories.'
            : ' There is no request id: jobs that somebody submits have one; what a schedule, a batch or these pages start has none.')}
      </p>
    </Panel>
  )
}

/** The runs of a job, or the jobs of a batch. */
export function Parts({ parts, story }: { parts: readonly Work[]; story: GetWorkResponse }) {
  const ofRuns = new Set(story.job?.items.map(item => item.runId))
  const waiting = story.job?.items.filter(item => !item.runId || !ofRuns.has(item.runId)) ?? []
  return (
    <Panel title={story.job ? 'Episodes' : 'Jobs'}>
      <ul className="ruled">
        {parts.map(part => (
          <li key={part.key}>
            <Link to={paths.adminWorkflow(part.key)}>{part.title || part.key}</Link>
            <span className="row small">
              <span className="muted">{part.stateText || kindOf(part)}</span>
              <StateDot words={workWords(part.state)} />
            </span>
          </li>
        ))}
        {waiting.map(item => (
          <li key={item.id}>
            <span>{item.title}</span>
            <span className="small muted">{item.stateText}</span>
          </li>
        ))}
      </ul>
      {parts.length + waiting.length === 0 && <p className="muted">None yet.</p>}
    </Panel>
  )
}
