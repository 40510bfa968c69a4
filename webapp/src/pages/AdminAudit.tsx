import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { plural } from '@/lib/plurals'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { Failed } from '@/modules/Failed'
import { Icon } from '@/ui/Icon'
import { SkeletonRows } from '@/ui/Skeleton'
import { AuditFilters } from './parts/audit/AuditFilters'
import { AuditTable } from './parts/audit/AuditTable'
import { auditPageSize, useAuditFilter } from './parts/audit/useAuditFilter'
import './parts/audit/audit.css'

/** Who changed what, before and after: every change that moderators and admins made. */
export function Component() {
  const { filter, page } = useAuditFilter()
  const log = useQuery(
    AdminService.method.listAudit,
    { ...filter, limit: auditPageSize, offset: (page - 1) * auditPageSize },
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
        {log.isPending && <SkeletonRows rows={8} height={56} />}
        {log.isError && !log.data && <Failed query={log} />}
        {log.data && (
          <>
            <p className="small muted" role="status">
              {count(log.data.total)} {plural('change', log.data.total)}
            </p>
            <AuditTable entries={log.data.entries} total={log.data.total} busy={log.isPlaceholderData} />
          </>
        )}
      </Panel>
    </AdminPage>
  )
}
