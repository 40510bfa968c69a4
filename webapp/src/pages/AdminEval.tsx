import { useState } from 'react'
import { Alert, Button, Checkbox } from 'antd'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { Figures } from './parts/eval/Figures'
import { ReportFiles } from './parts/eval/ReportFiles'
import type { Report } from './parts/eval/report'

/** What “mentionary eval” measured: one report, or two side by side. */
export function Component() {
  const [reports, setReports] = useState<Report[]>([])
  const [failed, setFailed] = useState('')
  const [changed, setChanged] = useState(false)
  return (
    <AdminPage title="Evaluation" lead="What readers see of annotated episodes, in figures; two runs side by side.">
      <Panel
        title="Reports"
        actions={
          reports.length === 2 && (
            <>
              <Checkbox checked={changed} onChange={e => setChanged(e.target.checked)}>
                Only what differs
              </Checkbox>
              <Button onClick={() => setReports(([a, b]) => [b!, a!])}>Swap</Button>
            </>
          )
        }
      >
        <ReportFiles
          reports={reports}
          onReports={next => {
            setFailed('')
            setReports(next)
          }}
          onFailed={setFailed}
        />
        {failed && <Alert type="error" showIcon title={failed} role="alert" />}
      </Panel>
      {reports.length > 0 && <Figures reports={reports} changed={changed} />}
    </AdminPage>
  )
}
