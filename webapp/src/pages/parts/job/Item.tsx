import { useId, useState } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Job, JobItem } from '@/gen/mentionary/v1/job_pb'
import { dateTime } from '@/lib/format'
import { NextAttempt, StateDot } from '@/modules/JobState'
import { itemWords, nextAttempt, stagesOf } from '@/modules/stateWords'
import { useJobActions } from '@/modules/useJobActions'
import { Button } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { Stages } from '@/ui/Stages'
import { GiveTranscript } from './GiveTranscript'
import { ItemActions } from './ItemActions'

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
  const words = itemWords(item, job)
  const stages = stagesOf(item)
  const title = item.title || `Episode ${item.id}`
  return (
    <li className="item">
      <div className="item-line">
        <span className="item-cover">
          <Cover name={title} type="episode" src={item.thumbnailUrl} />
        </span>
        <div className="item-words">
          <h2 className="item-title">{title}</h2>
          {!alone && (
            <>
              <p className="small item-state">
                <StateDot words={words} />
                <NextAttempt at={nextAttempt(item)} />
              </p>
              {item.stateText && <p className="small muted">{item.stateText}</p>}
            </>
          )}
          {item.state === 'already' && <AnalyzedAt at={item.analyzedAt} />}
        </div>
        <ItemActions item={item} actions={actions} foremost={openAtFirst} onGive={() => setGiving(true)} />
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

function AnalyzedAt({ at }: { at: JobItem['analyzedAt'] }) {
  const when = at && timestampDate(at)
  return (
    when && (
      <p className="small muted">
        Analyzed <time dateTime={when.toISOString()}>{dateTime(when)}</time>.
      </p>
    )
  )
}
