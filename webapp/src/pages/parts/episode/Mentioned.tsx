import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { Entity, Episode } from '@/gen/mentionary/v1/common_pb'
import { showElement } from '@/lib/scroll'
import { Chip } from '@/ui/Chip'
import { Field, Input } from '@/ui/Field'
import { Empty } from '@/ui/States'
import { Timeline, type Tick } from '@/ui/Timeline'
import { EntityRow } from './EntityRow'
import { anchorName, chosen, filtersOf, groupsOf, type Choice } from './select'

const everything: Choice = { type: 'all', search: '' }

/** The list of mentions: over time, by type, by words, each with its proof. */
export function Mentioned({ episode, entities, onPlay }: { episode: Episode; entities: readonly Entity[]; onPlay: ((seconds: number) => void) | undefined }) {
  const [choice, setChoice] = useState(everything)
  const [mention, setMention] = useState<{ id: number }>()
  const { hash, key } = useLocation()
  const wanted = anchorName(hash)
  const found = useMemo(() => entities.find(e => e.name === wanted)?.id, [entities, wanted])
  const ticks = useMemo(() => entities.flatMap(e => e.mentions.flatMap((m): Tick[] => m.start === undefined ? [] : [{ id: m.id, at: m.start, type: e.type, label: e.name }])), [entities])

  useEffect(() => {
    if (found !== undefined) showElement(`entity-${found}`, 'start')
  }, [found, key])
  useEffect(() => {
    if (mention) showElement(`mention-${mention.id}`)
  }, [mention])

  if (entities.length === 0) return <Empty icon="list" title="No entities extracted yet" text="Processing may still be in progress" />

  const shown = chosen(entities, choice)
  const open = (tick: Tick) => {
    // What is filtered away cannot be scrolled to.
    if (!shown.some(e => e.mentions.some(m => m.id === tick.id))) setChoice(everything)
    setMention({ id: Number(tick.id) })
  }
  return (
    <>
      {ticks.length > 0 && <Timeline duration={Math.max(episode.duration ?? 0, ...ticks.map(t => t.at))} ticks={ticks} chosen={mention?.id} onChoose={open} />}
      <div className="mentioned">
        <div className="mentioned-tools">
          <Field label="Search mentions" hideLabel><Input type="search" icon="search" placeholder="Search mentions" value={choice.search} onChange={e => setChoice({ ...choice, search: e.target.value })} /></Field>
          <div className="mentioned-filters" role="group" aria-label="Show">
            <Chip label="All" count={entities.length} pressed={choice.type === 'all'} onPress={() => setChoice({ ...choice, type: 'all' })} />
            {filtersOf(entities).map(t => <Chip key={t.type} label={t.label} count={t.count} type={t.type} pressed={choice.type === t.type} onPress={() => setChoice({ ...choice, type: t.type })} />)}
          </div>
        </div>
        <div className="mentioned-list">
          {shown.length === 0 && <Empty title={choice.search.trim() === '' ? 'No entities extracted yet' : `No entities found matching "${choice.search.trim()}"`} />}
          {groupsOf(shown).map(group => (
            <section key={group.type} className={`mentioned-group type-${group.type}`} aria-label={group.label}>
              <h3 className="mentioned-group-title">{group.label}<span className="figures">{group.entities.length}</span></h3>
              <ol>
                {group.entities.map(e => <EntityRow key={e.id} entity={e} episode={episode} onPlay={onPlay} found={e.id === found} mention={mention?.id} />)}
              </ol>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
