import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { GetTranscriptResponse } from '@/gen/mentionary/v1/episode_pb'
import { clock } from '@/lib/format'
import { paths } from '@/lib/paths'
import { entityType, entityTypes, type EntityType } from '@/lib/types'
import { Tabs } from '@/ui/Tabs'

const shown = entityTypes.filter(t => t.type !== 'sponsor')

/** What was found in the transcript, by type, each with the way to its first place. */
export function EntityPanel({ answer: { entities, marks, segments } }: { answer: GetTranscriptResponse }) {
  const [type, setType] = useState<EntityType>('book')
  const first = useMemo(() => {
    const places = new Map<number, number>()
    for (const mark of marks) {
      const start = segments[mark.segment]?.start
      if (start !== undefined && start < (places.get(mark.entityId) ?? Infinity)) places.set(mark.entityId, start)
    }
    return places
  }, [marks, segments])
  const of = (t: EntityType) => entities.filter(e => entityType(e.type) === t)
  const own = of(type)
  return (
    <aside className="transcript-panel" aria-labelledby="extracted">
      <h2 id="extracted">Extracted Entities</h2>
      <Tabs
        label="Types"
        value={type}
        onChange={setType}
        tabs={shown.map(t => ({ id: t.type, label: t.label, count: of(t.type).length, type: t.type }))}
      >
        {own.length === 0 ? (
          <p className="muted">None found</p>
        ) : (
          <ul className={`transcript-entities type-${type}`}>
            {own.map(e => {
              const at = first.get(e.id)
              return (
                <li key={e.id}>
                  <Link to={paths.entity(e)}>{e.name}</Link>
                  {at !== undefined && (
                    <Link
                      className="transcript-jump"
                      to={{ hash: `t=${Math.floor(at)}` }}
                      replace
                      preventScrollReset
                      aria-label={`${e.name}, first said at ${clock(at)}`}
                    >
                      {clock(at)}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Tabs>
    </aside>
  )
}
