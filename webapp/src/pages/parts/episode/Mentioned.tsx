import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Entity, Episode } from '@/gen/mentionary/v1/common_pb'
import { showAddressed, showElement } from '@/lib/scroll'
import { entityType } from '@/lib/types'
import { useAddress } from '@/modules/address'
import { SearchBox } from '@/modules/SearchBox'
import { Chip } from '@/ui/Chip'
import { Empty } from '@/ui/States'
import { Timeline, type Tick } from '@/ui/Timeline'
import { EntityRow } from './EntityRow'
import { anchorName, chosen, filtersOf, groupsOf, type Choice } from './select'

/** The list of mentions: over time, by type, by words, each with its proof. */
export function Mentioned({
  episode,
  entities,
  onPlay,
}: {
  episode: Episode
  entities: readonly Entity[]
  onPlay: ((seconds: number) => void) | undefined
}) {
  const { read, readSearch, choose, write } = useAddress()
  const choice: Choice = { type: entityType(read('type')) ?? 'all', search: readSearch('search') }
  const [mention, setMention] = useState<{ id: number }>()
  const { hash, key } = useLocation()
  const wanted = anchorName(hash)
  const found = useMemo(() => entities.find(e => e.name === wanted)?.id, [entities, wanted])
  const ticks = useMemo(
    () =>
      entities.flatMap(e =>
        e.mentions.flatMap((m): Tick[] =>
          m.start === undefined ? [] : [{ id: m.id, at: m.start, type: e.type, label: e.name }],
        ),
      ),
    [entities],
  )

  useEffect(() => {
    if (found !== undefined) showAddressed(`entity-${found}`)
  }, [found, key])
  const shown = chosen(entities, choice)
  const listed = mention !== undefined && shown.some(e => e.mentions.some(m => m.id === mention.id))
  useEffect(() => {
    if (mention && listed) showElement(`mention-${mention.id}`)
  }, [mention, listed])

  if (entities.length === 0)
    return <Empty icon="list" title="No entities extracted yet" text="Processing may still be in progress" />

  const open = (tick: Tick) => {
    // What is filtered away cannot be scrolled to.
    if (!shown.some(e => e.mentions.some(m => m.id === tick.id))) choose({ type: undefined, search: undefined })
    setMention({ id: Number(tick.id) })
  }
  const search = (words: string) => {
    setMention(undefined)
    write({ search: words })
  }
  const show = (type: Choice['type']) => {
    setMention(undefined)
    choose({ type: type === 'all' ? undefined : type })
  }
  return (
    <>
      {ticks.length > 0 && (
        <Timeline
          duration={Math.max(episode.duration ?? 0, ...ticks.map(t => t.at))}
          ticks={ticks}
          chosen={mention?.id}
          onChoose={open}
        />
      )}
      <div className="mentioned">
        <div className="mentioned-tools">
          <SearchBox label="Search mentions" value={read('search')} onSearch={search} />
          <Filters entities={entities} type={choice.type} onType={show} />
        </div>
        <div className="mentioned-list">
          {shown.length === 0 && <NothingShown words={choice.search.trim()} />}
          {groupsOf(shown).map(group => (
            <Group key={group.label} group={group}>
              {e => (
                <EntityRow
                  key={e.id}
                  entity={e}
                  episode={episode}
                  onPlay={onPlay}
                  found={e.id === found}
                  mention={mention?.id}
                />
              )}
            </Group>
          ))}
        </div>
      </div>
    </>
  )
}

function Filters({
  entities,
  type,
  onType,
}: {
  entities: readonly Entity[]
  type: Choice['type']
  onType: (type: Choice['type']) => void
}) {
  return (
    <div className="mentioned-filters" role="group" aria-label="Show">
      <Chip label="All" count={entities.length} pressed={type === 'all'} onPress={() => onType('all')} />
      {filtersOf(entities).map(t => (
        <Chip
          key={t.type}
          label={t.label}
          count={t.count}
          type={t.type}
          pressed={type === t.type}
          onPress={() => onType(t.type)}
        />
      ))}
    </div>
  )
}

function NothingShown({ words }: { words: string }) {
  return <Empty title={words === '' ? 'No entities extracted yet' : `No entities found matching "${words}"`} />
}

type GroupProps = { group: ReturnType<typeof groupsOf>[number]; children: (entity: Entity) => ReactNode }

/** The entities of one type. */
function Group({ group: { type, label, entities }, children }: GroupProps) {
  return (
    <section className={`mentioned-group type-${type}`} aria-label={label}>
      <h3 className="mentioned-group-title">
        {label}
        <span className="figures">{entities.length}</span>
      </h3>
      <ol>{entities.map(children)}</ol>
    </section>
  )
}
