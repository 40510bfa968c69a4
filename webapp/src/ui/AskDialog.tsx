import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'

type Props = {
  open?: boolean
  title: string
  /** the word of the button that does it */ action: string
  look?: 'primary' | 'danger'
  busy?: boolean
  disabled?: boolean
  /** a sentence */ error?: string | undefined
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks before something is done: Cancel, or the button that does it; a refusal is told inside. */
export function AskDialog({
  open = true,
  title,
  action,
  look = 'primary',
  busy = false,
  disabled = false,
  error = '',
  onClose,
  onConfirm,
  children,
}: Props) {
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
          <Button look={look} busy={busy} disabled={disabled} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}
