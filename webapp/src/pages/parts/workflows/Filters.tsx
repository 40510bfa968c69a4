import { useState, type Ref } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Select, type InputRef } from 'antd'
import { WorkService } from '@/gen/mentionary/v1/work_pb'
import { FilterBar } from '@/modules/admin/AdminPage'
import { SearchField } from '@/modules/admin/SearchField'
import { SearchSelect } from '@/modules/admin/SearchSelect'
import { failureKinds, stageNames, workStates } from '@/modules/stateWords'
import { filterKeys, type FilterKey } from '@/modules/work/filters'
import { workKinds } from '@/modules/work/words'

type Values = Record<string, string | undefined>
type Props = {
  read: (key: string) => string
  onChoose: (values: Values) => void
  search: Ref<InputRef>
}

const entries = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const states = Object.entries(workStates).map(([value, { label }]) => ({ value, label }))

/** What limits the list. It all stands in the address. */
export function Filters({ read, onChoose, search }: Props) {
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
      <NameFilter of="channels" name="channel" label="Channel" read={read} onChoose={onChoose} />
      <NameFilter of="submitters" name="by" label="Submitter" read={read} onChoose={onChoose} />
      {filterKeys.some(key => read(key)) && (
        <Button type="text" onClick={() => onChoose(Object.fromEntries(filterKeys.map(key => [key, undefined])))}>
          Clear
        </Button>
      )}
    </FilterBar>
  )
}

/** What nobody submitted, such as a look at a followed channel. */
const system = { value: 'system', label: 'System' }

/** Limits the list to a channel or a person; the one in the address is among them, whatever is searched. */
function NameFilter({
  of,
  name,
  label,
  read,
  onChoose,
}: { of: 'channels' | 'submitters'; name: FilterKey; label: string } & Pick<Props, 'read' | 'onChoose'>) {
  const [search, setSearch] = useState('')
  const found = useQuery(
    WorkService.method.listWorkNames,
    { search, channelId: read('channel'), submitterId: read('by') },
    { placeholderData: keepPreviousData },
  )
  const options = (found.data?.[of] ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SearchSelect
      allowClear
      aria-label={label}
      placeholder={label}
      value={found.data ? read(name) || null : null}
      search={search}
      onSearch={setSearch}
      query={found}
      none="Nothing matches."
      options={of === 'submitters' ? [system, ...options] : options}
      onChange={(value: string | undefined) => onChoose({ [name]: value })}
    />
  )
}
