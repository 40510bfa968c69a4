import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { ScheduleService } from '@/gen/mentionary/v1/schedule_pb'
import { useAddress } from '@/modules/address'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { usePage } from '@/modules/admin/usePage'
import { useWatch } from '@/modules/useWatch'
import { Icon } from '@/ui/Icon'
import { ScheduleForm } from './parts/admin-schedules/ScheduleForm'
import { ScheduleTable } from './parts/admin-schedules/ScheduleTable'
import './AdminSchedules.css'

const kinds = [
  { value: '', label: 'All' },
  { value: 'batch', label: 'Recurring batches' },
  { value: 'follow', label: 'Followed channels' },
]

/** Everything that runs by itself: recurring batches, and looks at followed channels. */
export function Component() {
  const { read, choose } = useAddress()
  const kind = kinds.find(k => k.value === read('kind'))?.value ?? ''
  const at = usePage(50)
  useWatch('schedules')
  const list = useQuery(
    ScheduleService.method.listSchedules,
    { kind, limit: at.limit, offset: at.offset },
    { placeholderData: keepPreviousData },
  )
  const edited = list.data?.schedules.find(({ kind, id }) => kind === 'batch' && String(id) === read('edit'))
  return (
    <AdminPage
      title="Schedules"
      lead="Followed channels are looked at every six hours; recurring batches run on their days of the week."
      actions={
        <>
          <Button
            icon={<Icon name="retry" />}
            loading={list.isFetching && !list.isPending}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => choose({ new: '1' })}>
            New recurring batch
          </Button>
        </>
      }
    >
      <Panel>
        <Segmented
          className="wide-choice"
          aria-label="Kind of schedule"
          options={kinds}
          value={kind}
          onChange={value => choose({ kind: value, page: undefined })}
        />
        <ScheduleTable list={list} at={at} onEdit={({ id }) => choose({ edit: String(id) })} />
      </Panel>
      <ScheduleForm
        schedule={edited}
        open={edited !== undefined || read('new') === '1'}
        onClose={() => choose({ new: undefined, edit: undefined })}
      />
    </AdminPage>
  )
}
