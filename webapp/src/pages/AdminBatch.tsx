import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Button, Tabs } from 'antd'
import { Link } from 'react-router'
import { BatchService } from '@/gen/mentionary/v1/batch_pb'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useWatch } from '@/modules/useWatch'
import { Icon } from '@/ui/Icon'
import { ChannelTab } from './parts/admin-batch/ChannelTab'
import { EarlierBatches } from './parts/admin-batch/EarlierBatches'
import { PlaylistTab } from './parts/admin-batch/PlaylistTab'
import { Results } from './parts/admin-batch/Results'
import { UrlsTab } from './parts/admin-batch/UrlsTab'
import { useStart } from './parts/admin-batch/useStart'
import './AdminBatch.css'

const kinds = ['urls', 'channel', 'playlist'] as const
type Kind = (typeof kinds)[number]

/** Submits many addresses, one after another. A batch is the server's: it goes on without this page, and is found again here. */
export function Component() {
  const { read, choose } = useAddress()
  const id = Math.max(0, Number.parseInt(read('batch'), 10) || 0)
  const batch = useQuery(BatchService.method.getBatch, { id }, { enabled: id > 0 })
  useWatch('batch', { id, on: id > 0 && batch.isSuccess })
  useWatch('batches')
  const [page, setPage] = useState(1)
  const kind = kinds.find(k => k === (read('tab') || (id > 0 ? batch.data?.batch?.kind : ''))) ?? 'urls'
  const shown = batch.data?.batch?.kind === kind ? batch.data.batch : undefined
  const open = shown?.state === 'queued' || shown?.state === 'running'
  const start = useStart(kind, made => {
    choose({ batch: String(made), tab: kind === 'urls' ? undefined : kind })
    setPage(1)
  })
  const busy = start.busy || open
  const results = (
    <Results
      batch={shown}
      query={id > 0 && (shown === undefined || batch.isError) && !(batch.data && !shown) ? batch : undefined}
      onNew={() => choose({ batch: undefined, tab: kind === 'urls' ? undefined : kind })}
    />
  )
  const forms: Record<Kind, { label: string; form: React.ReactNode }> = {
    urls: { label: 'Individual URLs', form: <UrlsTab busy={busy} start={start.send} /> },
    channel: { label: 'Channel Processing', form: <ChannelTab busy={busy} start={start.send} /> },
    playlist: { label: 'Playlist Processing', form: <PlaylistTab busy={busy} start={start.send} /> },
  }

  return (
    <AdminPage
      title="Batch Processor"
      lead="Addresses are submitted one after another, two seconds apart. A batch goes on when you close this page."
      actions={
        <>
          <Link to={paths.admin()}>
            <Button icon={<Icon name="arrow-left" />} tabIndex={-1}>
              Back to Admin
            </Button>
          </Link>
          <Link to={paths.home()}>
            <Button tabIndex={-1}>Home</Button>
          </Link>
        </>
      }
    >
      <Tabs
        className="batch-tabs"
        activeKey={kind}
        onChange={tab => choose({ tab: tab === 'urls' ? undefined : tab, batch: undefined })}
        items={kinds.map(key => ({
          key,
          label: forms[key].label,
          children: (
            <div className="batch-tab">
              {forms[key].form}
              {results}
            </div>
          ),
        }))}
        destroyOnHidden
      />
      <EarlierBatches shown={id} page={page} onPage={setPage} />
    </AdminPage>
  )
}
