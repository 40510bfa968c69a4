import { useState, type ReactNode } from 'react'
import { ConnectError } from '@connectrpc/connect'
import { Button } from 'antd'
import { mustSignInAgain } from '@/lib/reason'
import { Answered } from '@/modules/Answered'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import type { FailedQuery } from '@/modules/Failed'
import { ErrorState } from '@/ui/States'
import { MountedModal } from './MountedModal'

/**
 * Asks before something is done, and shows first what it will do: the preview while it is looked up, what went wrong, and the
 * question who it is when the sign-in is too old. `onConfirm` does it; what it throws is shown here, with Retry.
 */
export function PreviewDialog<Data>({
  title,
  confirm,
  danger = false,
  able,
  ended = false,
  query,
  rows,
  height,
  label,
  onConfirm,
  onClose,
  above,
  children,
}: {
  title: string
  /** what the button says that does it */ confirm: string
  danger?: boolean
  /** whether there is something to do, once the preview is there */ able: boolean
  /** it is done, and its results stand here */ ended?: boolean
  query: FailedQuery & { data: Data | undefined }
  /** the shape of the preview while it is looked up: so many lines of so many px */ rows: number
  height: number
  label: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** what is chosen before the preview; `busy` while it is done */ above?: (busy: boolean) => ReactNode
  children: (preview: Data) => ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ConnectError | null>(null)
  async function act() {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
    } catch (cause) {
      setError(ConnectError.from(cause))
    }
    setBusy(false)
  }
  return (
    <MountedModal
      width={640}
      title={title}
      onCancel={onClose}
      mask={{ closable: !busy }}
      footer={
        <>
          <Button onClick={onClose}>{ended && !busy ? 'Done' : 'Close'}</Button>
          {(!ended || busy) && (
            <Button
              type="primary"
              danger={danger}
              autoFocus
              loading={busy}
              disabled={query.data === undefined || !able}
              onClick={() => void act()}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {above?.(busy)}
        {error && !mustSignInAgain(error) && (
          <ErrorState title="It stopped here" text={error.rawMessage} onRetry={() => void act()} busy={busy} />
        )}
        <Answered query={query} rows={rows} height={height} label={label}>
          {children}
        </Answered>
      </div>
      <ConfirmItIsYou error={error} onClose={() => setError(null)} />
    </MountedModal>
  )
}
