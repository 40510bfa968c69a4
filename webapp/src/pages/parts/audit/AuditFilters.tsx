import { useQuery } from '@connectrpc/connect-query'
import { Button, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { FilterBar } from '@/modules/admin/AdminPage'
import { SearchField } from '@/modules/admin/SearchField'
import { useAuditFilter } from './useAuditFilter'
import { objectKinds, operationWords } from './words'

/** What can be chosen of the log: by person, operation, object and days. */
export function AuditFilters() {
  const { filter, choose } = useAuditFilter()
  const names = useQuery(AdminService.method.listAuditNames, {}, { refetchOnMount: 'always' })
  const set = Object.values(filter).some(Boolean)
  return (
    <FilterBar label="Filters of the log">
      <Select
        aria-label="Person"
        showSearch={{ optionFilterProp: 'label' }}
        loading={names.isPending}
        value={filter.actor}
        options={[
          { value: '', label: 'Everybody' },
          ...(names.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name ?? `Account ${id}` })),
        ]}
        onChange={actor => choose({ actor })}
      />
      <Select
        aria-label="Operation"
        showSearch={{ optionFilterProp: 'label' }}
        loading={names.isPending}
        value={filter.operation}
        options={[
          { value: '', label: 'All operations' },
          ...(names.data?.operations ?? []).map(value => ({ value, label: operationWords(value) })),
        ]}
        onChange={operation => choose({ operation })}
      />
      <Select
        aria-label="Kind of object"
        value={objectKinds.some(kind => kind.value === filter.object) ? filter.object : ''}
        options={[{ value: '', label: 'All objects' }, ...objectKinds]}
        onChange={kind => choose({ object: kind })}
      />
      <SearchField name="object" label="Object" placeholder="Such as entity/17" />
      <Day label="From" value={filter.from} onChange={from => choose({ from })} />
      <Day label="To" value={filter.to} onChange={to => choose({ to })} />
      {set && (
        <Button
          type="text"
          onClick={() =>
            choose({ actor: undefined, operation: undefined, object: undefined, from: undefined, to: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </FilterBar>
  )
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string | undefined) => void
}) {
  return (
    <DatePicker
      aria-label={label}
      placeholder={label}
      format="MMM D, YYYY"
      value={value ? dayjs(value) : null}
      onChange={day => onChange(day ? day.format('YYYY-MM-DD') : undefined)}
    />
  )
}
