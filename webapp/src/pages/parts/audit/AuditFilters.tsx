import { useQuery } from '@connectrpc/connect-query'
import { Button, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { useTyped } from '@/modules/admin/useTyped'
import { useAuditFilter } from './useAuditFilter'
import { objectKinds, operationWords } from './words'

/** What can be chosen of the log: by person, operation, object and days. */
export function AuditFilters() {
  const { filter, choose, write } = useAuditFilter()
  const names = useQuery(AdminService.method.listAuditNames, {}, { refetchOnMount: 'always' })
  const [object, typeObject] = useTyped(filter.object, text => write({ object: text }))
  const set = Object.values(filter).some(Boolean)
  return (
    <div className="row audit-filters" role="search" aria-label="Filters of the log">
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
      <Input
        aria-label="Object"
        placeholder="Object, such as entity/17"
        allowClear
        maxLength={200}
        value={object}
        onChange={event => typeObject(event.target.value)}
      />
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
    </div>
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
