import { useId, useState } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Job, JobItem } from '@/gen/mentionary/v1/job_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { itemWords, nextAttempt, stageNames, stagesOf, stoppedAt } from '@/modules/jobWords'
import { useJobActions } from '@/modules/useJobActions'
import { Dot } from '@/ui/Badge'
import { Button, LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { ExternalButton } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Menu, type MenuItem } from '@/ui/Menu'
import { Stages } from '@/ui/Stages'
import { GiveTranscript } from './GiveTranscript'

function RetryMenu({ item, onRetry }: { item: JobItem; onRetry: (fromStage: string) => void }) {
  const begun = new Set(item.steps.filter(s => s.state !== 'waiting').map(s => s.stage))
  const stopped = stoppedAt(item)
  const again: MenuItem[] =
    stopped === undefined
      ? []
      : [
          { kind: 'action', label: 'From where it stopped', icon: 'retry', onSelect: () => onRetry(stopped) },
          { kind: 'separator' },
        ]
  const entries: MenuItem[] = [
    ...again,
    ...Object.entries(stageNames)
      .filter(([id], i) => i === 0 || begun.has(id))
      .map(([id, name]): MenuItem => ({ kind: 'action', label: `From “${name}”`, onSelect: () => onRetry(id) })),
  ]
  return (
    <Menu
      label={`Retry ${item.title}`}
      items={entries}
      trigger={
        <span className="button button-secondary button-small">
          <Icon name="retry" /> Retry <Icon name="chevron-down" size={14} />
        </span>
      }
    />
  )
}

type Props = {
  job: Job
  item: JobItem
  open: boolean
  /** the only one: the head of the page tells its state */ alone: boolean
}

/** One episode of a job: what it is, its state, what can be done, and its stages when opened. */
export function Item({ job, item, open: openAtFirst, alone }: Props) {
  const id = useId()
  const [open, setOpen] = useState(openAtFirst)
  const [giving, setGiving] = useState(false)
  const actions = useJobActions(job.id)
  const { label, tone, live } = itemWords(item, job)
  const stages = stagesOf(item)
  const analyzed = item.state === 'already' && item.analyzedAt ? timestampDate(item.analyzedAt) : undefined
  const title = item.title || `Episode ${item.id}`
  const next = nextAttempt(item)
  return (
    <li className={`item item-${tone}`}>
      <div className="item-line">
        <span className="item-cover">
          <Cover name={title} type="episode" src={item.thumbnailUrl} />
        </span>
        <div className="item-words">
          <h2 className="item-title">{title}</h2>
          {!alone && (
            <>
              <p className="small item-state">
                <span className={live ? 'job-live' : undefined}>
                  <Dot tone={tone}>{label}</Dot>
                </span>
                {next && <span className="muted figures">Next attempt at {next}.</span>}
              </p>
              {item.stateText && <p className="small muted">{item.stateText}</p>}
            </>
          )}
          {analyzed && (
            <p className="small muted">
              Analyzed <time dateTime={analyzed.toISOString()}>{dateTime(analyzed)}</time>.
            </p>
          )}
        </div>
        <div className="row item-actions">
          {item.episodeId !== undefined &&
            (item.state === 'done' || item.state === 'partial' || item.state === 'already') && (
              <LinkButton look={openAtFirst ? 'primary' : 'secondary'} size="small" to={paths.episode(item.episodeId)}>
                Open episode
              </LinkButton>
            )}
          {item.canProvideTranscript && (
            <Button
              size="small"
              icon="upload"
              look={item.state === 'needs_transcript' ? 'primary' : 'secondary'}
              onClick={() => setGiving(true)}
            >
              Provide transcript
            </Button>
          )}
          {item.canRetry && <RetryMenu item={item} onRetry={stage => actions.retry(item.id, stage)} />}
          <ExternalButton href={item.pageUrl} icon="play">
            Watch
          </ExternalButton>
        </div>
        {!openAtFirst && stages.length > 0 && (
          <Button
            look="quiet"
            size="small"
            className="item-toggle"
            icon="chevron-down"
            iconOnly
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >{`${open ? 'Hide' : 'Show'} stages of ${title}`}</Button>
        )}
      </div>
      {open && stages.length > 0 && (
        <div id={id} className="item-stages">
          <Stages label={`Stages of ${title}`} stages={stages} />
        </div>
      )}
      <GiveTranscript
        open={giving}
        title={title}
        busy={actions.busy}
        onClose={() => setGiving(false)}
        onUploaded={uploadId => actions.provideTranscript(item.id, uploadId, () => setGiving(false))}
      />
    </li>
  )
}
