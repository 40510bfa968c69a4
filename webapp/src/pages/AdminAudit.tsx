import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { Icon } from '@/ui/Icon'
import { AuditFilters } from './parts/audit/AuditFilters'
import { AuditTable } from './parts/audit/AuditTable'
import { useAuditFilter } from './parts/audit/useAuditFilter'
import './parts/audit/audit.css'

/** Who changed what, before and after: every change that moderators and admins made. */
export function Component() {
  const { filter, at } = useAuditFilter()
  const log = useQuery(
    AdminService.method.listAudit,
    { ...filter, limit: at.limit, offset: at.offset },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  const file = (format: string, label: string) => ({
    key: format,
    label: <a href={paths.auditExport({ ...filter, format })}>{label}</a>,
  })
  return (
    <AdminPage
      title="Audit"
      lead="What moderators and admins changed: who, when, and what it was before and after."
      actions={
        <Dropdown trigger={['click']} menu={{ items: [file('csv', 'As CSV'), file('json', 'As JSON')] }}>
          <Button icon={<Icon name="download" />}>Export</Button>
        </Dropdown>
      }
    >
      <Panel>
        <AuditFilters />
        {log.data && (
          <p className="small muted" role="status">
            {counted(log.data.total, 'change')}
          </p>
        )}
        <AuditTable log={log} />
      </Panel>
    </AdminPage>
  )
}
