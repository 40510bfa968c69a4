import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { BatchService } from '@/gen/mentionary/v1/batch_pb'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { AdminPage } from '@/modules/admin/AdminPage'
import { MountedModal } from '@/modules/admin/MountedModal'
import { keepLater } from '@/modules/later'
import { WhatItComesTo } from '@/modules/shows/WhatItComesTo'
import { useWatch } from '@/modules/useWatch'
import { Icon } from '@/ui/Icon'
import { Tabs } from '@/ui/Tabs'
import { ChannelTab } from './parts/admin-batch/ChannelTab'
import { EarlierBatches } from './parts/admin-batch/EarlierBatches'
import { PlaylistTab } from './parts/admin-batch/PlaylistTab'
import { Results } from './parts/admin-batch/Results'
import { UrlsTab } from './parts/admin-batch/UrlsTab'
import { useStart } from './parts/admin-batch/useStart'
import './AdminBatch.css'

const kinds = [
  { id: 'urls', label: 'Individual URLs' },
  { id: 'channel', label: 'Channel Processing' },
  { id: 'playlist', label: 'Playlist Processing' },
] as const

/** Submits many addresses, one after another. A batch is the server's: it goes on without this page, and is found again here. */
export function Component() {
  const { read, choose } = useAddress()
  const id = Math.max(0, Number.parseInt(read('batch'), 10) || 0)
  const batch = useQuery(BatchService.method.getBatch, { id }, { enabled: id > 0, structuralSharing: keepLater })
  useWatch('batch', { id, on: id > 0 && batch.isSuccess })
  useWatch('batches')
  const kind = kinds.find(k => k.id === (read('tab') || (id > 0 ? batch.data?.batch?.kind : '')))?.id ?? 'urls'
  const shown = batch.data?.batch?.kind === kind ? batch.data.batch : undefined
  const open = shown?.state === 'queued' || shown?.state === 'running'
  const {
    start,
    before,
    busy: starting,
  } = useStart(kind, made => {
    choose({ batch: String(made), tab: kind === 'urls' ? undefined : kind, page: undefined })
  })
  const busy = starting || open
  return (
    <AdminPage
      title="Batch Processor"
      lead="Addresses are submitted one after another, two seconds apart. A batch continues when you close this page."
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
        label="What to submit"
        value={kind}
        onChange={tab => choose({ tab: tab === 'urls' ? undefined : tab, batch: undefined })}
        tabs={kinds}
      >
        <div className="batch-tab">
          {kind === 'urls' && <UrlsTab busy={busy} start={start} />}
          {kind === 'channel' && <ChannelTab busy={busy} start={start} />}
          {kind === 'playlist' && <PlaylistTab busy={busy} start={start} />}
          <Results
            batch={shown}
            query={id > 0 && (shown === undefined || batch.isError) && !(batch.data && !shown) ? batch : undefined}
            onNew={() => choose({ batch: undefined, tab: kind === 'urls' ? undefined : kind })}
          />
        </div>
      </Tabs>
      <EarlierBatches shown={id} />
      {before.known && (
        <MountedModal title="Before It Starts" okText="Start Batch" onOk={before.start} onCancel={before.cancel}>
          <WhatItComesTo known={before.known} />
        </MountedModal>
      )}
    </AdminPage>
  )
}
