import { useState } from 'react'
import { timestampDate, timestampMs } from '@bufbuild/protobuf/wkt'
import { Switch } from 'antd'
import type { WorkAttempt } from '@/gen/mentionary/v1/work_pb'
import { dateTimeWithSeconds } from '@/lib/format'
import { Panel } from '@/modules/admin/AdminPage'
import { WideTable } from '@/modules/admin/WideTable'
import { failureKinds, moment, stageNames } from '@/modules/stateWords'
import { took } from './scale'

/** All tries as a table: what the timeline draws, in words. */
export function Attempts({ attempts }: { attempts: readonly WorkAttempt[] }) {
  const [failed, setFailed] = useState(false)
  const failures = attempts.filter(a => a.errorClass).length
  const rows = (failed ? attempts.filter(a => a.errorClass) : [...attempts]).slice().reverse()
  return (
    <Panel
      title="Attempts"
      actions={
        failures > 0 && (
          <label className="row">
            <Switch checked={failed} onChange={setFailed} size="small" /> Only the {failures} that failed
          </label>
        )
      }
    >
      <WideTable<WorkAttempt>
        width={900}
        size="small"
        rowKey={a => `${a.stage}/${a.chunk ?? ''}/${a.attempt}/${a.startedAt ? timestampMs(a.startedAt) : ''}`}
        dataSource={rows}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: 'Stage',
            width: 190,
            render: (_, a) =>
              `${stageNames[a.stage as keyof typeof stageNames]}${a.chunk === undefined ? '' : `, part ${a.chunk + 1}`}`,
          },
          { title: 'Attempt', width: 80, align: 'end', render: (_, a) => a.attempt },
          {
            title: 'Began',
            width: 190,
            render: (_, a) => a.startedAt && dateTimeWithSeconds(timestampDate(a.startedAt)),
          },
          {
            title: 'Took',
            width: 90,
            align: 'end',
            render: (_, a) =>
              a.startedAt && a.endedAt ? took(timestampMs(a.endedAt) - timestampMs(a.startedAt)) : '–',
          },
          {
            title: 'Outcome',
            width: 360,
            render: (_, a) =>
              a.errorClass ? (
                <span className="lines">
                  <b>{failureKinds[a.errorClass] ?? a.errorClass}.</b> {a.text}
                  {a.retryAt && <span className="muted"> Tried again at {moment(a.retryAt)}.</span>}
                </span>
              ) : a.endedAt ? (
                'Succeeded'
              ) : (
                'Not ended'
              ),
          },
        ]}
      />
    </Panel>
  )
}
