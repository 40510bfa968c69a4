import { useInfiniteQuery, useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { QualityService, type CuratedEntity } from '@/gen/mentionary/v1/quality_pb'
import { counted } from '@/lib/plurals'
import { Failed } from '@/modules/Failed'
import { byOffset } from '@/modules/paged'
import { Quote } from '@/ui/Quote'
import { SkeletonRows } from '@/ui/Skeleton'
import { MountedModal } from '@/modules/admin/MountedModal'
import { useCuration } from './useCuration'

/** Takes names or single mentions out of an entity, into a new one or into another one of its type. */
export function SplitDialog({ curated, onClose }: { curated: CuratedEntity; onClose: () => void }) {
  const curation = useCuration()
  const [names, setNames] = useState<readonly string[]>([])
  const [mentions, setMentions] = useState<readonly number[]>([])
  const [into, setInto] = useState(0)
  const [newName, setNewName] = useState('')
  const entity = curated.entity
  if (!entity) return null
  const further = curated.names.filter(n => !n.own)
  const nothing = names.length + mentions.length === 0 || (into === 0 && !newName.trim() && names.length === 0)
  const split = async () => {
    const done = await curation.split({
      id: entity.id,
      names: [...names],
      mentionIds: [...mentions],
      intoId: into,
      newName: into === 0 ? newName : '',
    })
    if (done) onClose()
  }
  const flip = <T,>(list: readonly T[], item: T) =>
    list.includes(item) ? list.filter(i => i !== item) : [...list, item]
  return (
    <MountedModal
      title={`Split “${entity.name}”`}
      width={680}
      okText="Split"
      okButtonProps={{ disabled: nothing }}
      confirmLoading={curation.busy}
      onOk={() => void split()}
      onCancel={onClose}
    >
      <div className="stack quality-form">
        {further.length > 0 && (
          <fieldset>
            <legend>Names to take out, with what was said under them</legend>
            {further.map(n => (
              <Checkbox key={n.name} checked={names.includes(n.name)} onChange={() => setNames(flip(names, n.name))}>
                {n.name} <span className="small muted figures">{counted(n.mentions, 'mention')}</span>
              </Checkbox>
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>Single mentions to take out</legend>
          <Mentions
            id={entity.id}
            chosen={mentions}
            onFlip={id => setMentions(flip(mentions, id))}
            type={entity.type}
          />
        </fieldset>
        <fieldset>
          <legend>Into</legend>
          <Target type={entity.type} without={entity.id} into={into} onInto={setInto} />
          {into === 0 && (
            <Input
              aria-label="Name of the new entity"
              placeholder={names[0] ?? 'Name of the new entity'}
              maxLength={500}
              value={newName}
              onChange={e => setNewName(e.target.value)}
            />
          )}
        </fieldset>
      </div>
    </MountedModal>
  )
}

/** The mentions of an entity, to choose from. */
function Mentions({
  id,
  chosen,
  onFlip,
  type,
}: {
  id: number
  chosen: readonly number[]
  onFlip: (id: number) => void
  type: string
}) {
  const query = useInfiniteQuery(
    EntityService.method.listEntityMentions,
    { id, limit: 50, offset: 0 },
    byOffset(page => page.mentions.length),
  )
  if (query.error) return <Failed query={query} />
  if (query.isPending) return <SkeletonRows rows={3} height={48} />
  const list = query.data.pages.flatMap(page => page.mentions)
  return (
    <div className="quality-mentions">
      {list.map(m => (
        <Checkbox key={m.id} checked={chosen.includes(m.id)} onChange={() => onFlip(m.id)}>
          <Quote size="compact" text={m.quote} surface={m.surface} type={type} source={m.episodeTitle} />
        </Checkbox>
      ))}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          More
        </Button>
      )}
    </div>
  )
}

/** A new entity, or another one of the same type, found by its name. */
function Target({
  type,
  without,
  into,
  onInto,
}: {
  type: string
  without: number
  into: number
  onInto: (id: number) => void
}) {
  const [search, setSearch] = useState('')
  const query = useQuery(
    QualityService.method.listCuratedEntities,
    { type, search, limit: 20 },
    { placeholderData: keepPreviousData },
  )
  const others = query.data?.entities.flatMap(e => (e.entity && e.entity.id !== without ? [e.entity] : [])) ?? []
  return (
    <Select
      aria-label="Into"
      showSearch={{ filterOption: false, onSearch: words => setSearch(words.slice(0, 200)) }}
      value={into}
      onChange={onInto}
      options={[
        { value: 0, label: 'A new entity' },
        ...others.map(e => ({ value: e.id, label: `${e.name} (${counted(e.mentionCount, 'mention')})` })),
      ]}
    />
  )
}
