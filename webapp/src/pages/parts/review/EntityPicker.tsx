import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { counted } from '@/lib/plurals'
import { entityTypes, typeWords } from '@/lib/types'
import { byline } from '@/modules/byline'
import { MountedModal } from '@/modules/admin/MountedModal'

type Props = {
  item: { name: string; type: string; entity?: { id: number } | undefined }
  onClose: () => void
  onPick: (id: number, name: string) => void
  onName: (name: string, type: string) => void
}

/** Which entry is meant: one of the directory, or one that is not there yet. */
export function EntityPicker({ item, onClose, onPick, onName }: Props) {
  const [words, setWords] = useState(item.name.slice(0, 200))
  const search = useDeferredValue(words.trim())
  const [name, setName] = useState('')
  const [type, setType] = useState(item.type)
  const found = useQuery(
    EntityService.method.listEntities,
    { search, limit: 12 },
    { enabled: search !== '', placeholderData: keepPreviousData },
  )
  const entities = (found.data?.entities ?? []).filter(e => e.id !== item.entity?.id)
  return (
    <MountedModal title={`What is meant by “${item.name}”?`} footer={null} onCancel={onClose}>
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label="An entity of the directory" htmlFor="review-entity">
          <Select
            id="review-entity"
            autoFocus
            defaultOpen
            value={null}
            placeholder="Type its name"
            notFoundContent={found.isFetching ? 'Searching …' : 'Nothing found. Name it below.'}
            showSearch={{ filterOption: false, searchValue: words, onSearch: setWords }}
            onChange={(id: number | null) => {
              const entity = entities.find(e => e.id === id)
              if (entity) onPick(entity.id, entity.name)
            }}
            options={entities.map(e => ({
              value: e.id,
              label: `${e.name} — ${[typeWords(e.type).singular, byline(e), counted(e.mentionCount, 'mention')].filter(Boolean).join(', ')}`,
            }))}
          />
        </Form.Item>
      </Form>
      <Form layout="vertical" requiredMark={false} onFinish={() => name.trim() && onName(name.trim(), type)}>
        <Form.Item label="Or a name that is not there yet" htmlFor="review-new-name">
          <Input id="review-new-name" value={name} maxLength={200} onChange={e => setName(e.target.value)} />
        </Form.Item>
        <Form.Item label="Type" htmlFor="review-new-type">
          <Select
            id="review-new-type"
            value={type}
            onChange={setType}
            options={entityTypes.map(t => ({ value: t.type, label: t.singular }))}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={!name.trim()}>
          Use This Name
        </Button>
      </Form>
    </MountedModal>
  )
}
