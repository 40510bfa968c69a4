import type { JobItem } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { stageNames, stoppedAt } from '@/modules/stateWords'
import type { JobActions } from '@/modules/useJobActions'
import { Button, LinkButton } from '@/ui/Button'
import { ExternalButton } from '@/ui/ExternalLink'
import { Icon } from '@/ui/Icon'
import { Menu, type MenuItem } from '@/ui/Menu'

type Props = {
  item: JobItem
  actions: JobActions
  /** opening the episode is the one thing to do here */ foremost: boolean
  onGive: () => void
}

/** What can be done with one episode of a job. */
export function ItemActions({ item, actions, foremost, onGive }: Props) {
  const analyzed = item.state === 'done' || item.state === 'partial' || item.state === 'already'
  return (
    <div className="row item-actions">
      {item.episodeId !== undefined && analyzed && (
        <LinkButton look={foremost ? 'primary' : 'secondary'} size="small" to={paths.episode(item.episodeId)}>
          Open episode
        </LinkButton>
      )}
      {item.canProvideTranscript && (
        <Button
          size="small"
          icon="upload"
          look={item.state === 'needs_transcript' ? 'primary' : 'secondary'}
          onClick={onGive}
        >
          Provide transcript
        </Button>
      )}
      {item.canRetry && <RetryMenu item={item} onRetry={stage => actions.retry(item.id, stage)} />}
      <ExternalButton href={item.pageUrl} icon="play">
        Watch
      </ExternalButton>
    </div>
  )
}

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
  const stages = Object.entries(stageNames)
    .filter(([id], i) => i === 0 || begun.has(id))
    .map(([id, name]): MenuItem => ({ kind: 'action', label: `From “${name}”`, onSelect: () => onRetry(id) }))
  return (
    <Menu
      label={`Retry ${item.title}`}
      items={[...again, ...stages]}
      trigger={
        <span className="button button-secondary button-small">
          <Icon name="retry" /> Retry <Icon name="chevron-down" size={14} />
        </span>
      }
    />
  )
}
