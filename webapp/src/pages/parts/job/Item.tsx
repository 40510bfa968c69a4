import { useId, useState } from 'react'
import type { Job, JobItem } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { itemWords, presentStage, stageNames, stagesOf } from '@/modules/jobWords'
import { useJobActions } from '@/modules/useJobActions'
import { Badge, Dot } from '@/ui/Badge'
import { Button, LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Menu, type MenuItem } from '@/ui/Menu'
import { Stages } from '@/ui/Stages'
import { GiveTranscript } from './GiveTranscript'

/** "Find mentions, 3 of 12" or "Fetch transcript, retries at 14:05". */
function presentWords(item: JobItem): string | undefined {
  const stage = presentStage(item)
  if (!stage) return undefined
  const more = stage.state === 'retrying' ? stage.time : stage.state === 'running' && stage.total ? `${stage.done ?? 0} of ${stage.total}` : undefined
  return more ? `${stage.name}, ${more}` : stage.name
}

function RetryMenu({ item, onRetry }: { item: JobItem; onRetry: (fromStage: string) => void }) {
  const begun = new Set(item.steps.map(s => s.stage))
  const entries: MenuItem[] = [
    { kind: 'action', label: 'From where it stopped', icon: 'retry', onSelect: () => onRetry('') },
    { kind: 'separator' },
    ...Object.entries(stageNames).filter(([id], i) => i === 0 || begun.has(id)).map(([id, name]): MenuItem => ({ kind: 'action', label: `From “${name}”`, onSelect: () => onRetry(id) })),
  ]
  return <Menu label={`Retry ${item.title}`} items={entries} trigger={<span className="button button-secondary button-small"><Icon name="retry" /> Retry <Icon name="chevron-down" size={14} /></span>} />
}

/** One episode of a job: what it is, its state, what can be done, and its stages when opened. */
export function Item({ job, item, open: openAtFirst }: { job: Job; item: JobItem; open: boolean }) {
  const id = useId()
  const [open, setOpen] = useState(openAtFirst)
  const [giving, setGiving] = useState(false)
  const actions = useJobActions(job.id)
  const { label, tone, live } = itemWords(item)
  const stages = stagesOf(item)
  const title = item.title || `Episode ${item.id}`
  const now = presentWords(item)
  return (
    <li className={`item item-${tone}`}>
      <div className="item-line">
        <span className="item-cover"><Cover name={title} type="episode" src={item.thumbnailUrl} /></span>
        <div className="item-words">
          <h2 className="item-title">{title}</h2>
          <p className="small item-state"><span className={live ? 'job-live' : undefined}><Dot tone={tone}>{label}</Dot></span>{now && <span className="muted figures">{now}</span>}{item.entities > 0 && <Badge type="book">{counted(item.entities, 'entity')}, {counted(item.mentions, 'mention')}</Badge>}</p>
          {item.stateText && <p className="small muted">{item.stateText}</p>}
        </div>
        <div className="row item-actions">
          {item.episodeId !== undefined && (item.state === 'done' || item.state === 'partial' || item.state === 'already') && <LinkButton look={openAtFirst ? 'primary' : 'secondary'} size="small" to={paths.episode(item.episodeId)}>Open episode</LinkButton>}
          {item.canProvideTranscript && <Button size="small" icon="upload" look={item.state === 'needs_transcript' ? 'primary' : 'secondary'} onClick={() => setGiving(true)}>Provide transcript</Button>}
          {item.canRetry && <RetryMenu item={item} onRetry={stage => actions.retry(item.id, stage)} />}
          <ExternalButton href={item.pageUrl} icon="play">Watch</ExternalButton>
        </div>
        {!openAtFirst && (
          <Button look="quiet" size="small" className="item-toggle" icon="chevron-down" iconOnly aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>{`${open ? 'Hide' : 'Show'} stages of ${title}`}</Button>
        )}
      </div>
      {open && <div id={id} className="item-stages">{stages.length > 0 ? <Stages label={`Stages of ${title}`} stages={stages} /> : <p className="small muted">No stage has begun.</p>}</div>}
      <GiveTranscript open={giving} title={title} busy={actions.busy} onClose={() => setGiving(false)} onUploaded={uploadId => actions.provideTranscript(item.id, uploadId, () => setGiving(false))} />
    </li>
  )
}
