import type { Ref } from 'react'
import { Button, Select, type InputRef } from 'antd'
import type { Work } from '@/gen/mentionary/v1/work_pb'
import { FilterBar } from '@/modules/admin/AdminPage'
import { SearchField } from '@/modules/admin/SearchField'
import { failureKinds, stageNames, workStates } from '@/modules/stateWords'
import { filterKeys } from '@/modules/work/filters'
import { workKinds } from '@/modules/work/words'

type Values = Record<string, string | undefined>
type Props = {
  /** what is loaded: its channels and people can be chosen */ rows: readonly Work[]
  read: (key: string) => string
  onChoose: (values: Values) => void
  search: Ref<InputRef>
}

const entries = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const states = Object.entries(workStates).map(([value, { label }]) => ({ value, label }))

/** Channels or people of the loaded rows, by name; what the address names is among them. */
function named(rows: readonly Work[], id: (row: Work) => string, name: (row: Work) => string, present: string) {
  const found = new Map(rows.filter(id).map(row => [id(row), name(row)]))
  if (present && !found.has(present)) found.set(present, present)
  return [...found].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

/** What limits the list. It all stands in the address. */
export function Filters({ rows, read, onChoose, search }: Props) {
  const several = (key: string, label: string, options: { value: string; label: string }[]) => (
    <Select
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      aria-label={label}
      placeholder={label}
      value={read(key) ? read(key).split(',') : []}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(values: string[]) => onChoose({ [key]: values.join(',') || undefined })}
    />
  )
  const one = (key: string, label: string, options: { value: string; label: string }[]) => (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      value={read(key) || null}
      options={options}
      onChange={(value: string | null | undefined) => onChoose({ [key]: value ?? undefined })}
    />
  )
  return (
    <FilterBar label="Filters">
      <SearchField ref={search} label="Title or input" placeholder="Title or input" />
      {several('state', 'State', states)}
      {several('kind', 'Kind', entries(workKinds))}
      {one('stage', 'Stage', entries(stageNames))}
      {one('error', 'Failure', entries(failureKinds))}
      {one(
        'channel',
        'Channel',
        named(
          rows,
          row => row.channelId,
          row => row.channelName,
          read('channel'),
        ),
      )}
      {one(
        'by',
        'Submitter',
        named(
          rows,
          row => row.submitterId,
          row => row.submitter,
          read('by'),
        ),
      )}
      {filterKeys.some(key => read(key)) && (
        <Button type="text" onClick={() => onChoose(Object.fromEntries(filterKeys.map(key => [key, undefined])))}>
          Clear
        </Button>
      )}
    </FilterBar>
  )
}
