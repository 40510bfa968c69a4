import type { ReactNode } from 'react'
import type { ConnectError } from '@connectrpc/connect'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

type Props = {
  open: boolean
  title: string
  /** the word of the button that does it */ action: string
  busy: boolean
  error: ConnectError | null
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks before something is ended that does not come back; a refusal is told inside. */
export function AskDialog({ open, title, action, busy, error, onClose, onConfirm, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        {error && (
          <p className="field-error" role="alert">
            {error.rawMessage}
          </p>
        )}
      </div>
    </Dialog>
  )
}
