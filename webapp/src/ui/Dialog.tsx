import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './Button'
import './Dialog.css'

/** A question or form above the page, by the browser's own dialog: focus stays inside, Escape and a press beside it close. */
export function Dialog({
  open,
  title,
  onClose,
  actions,
  children,
}: {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** buttons at the lower end */ actions?: ReactNode
  children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onClose={() => {
        if (open) onClose()
      }}
      onClick={e => {
        if (e.target === e.currentTarget) onClose()
      }}
    >
      {open && (
        <div className="dialog-sheet">
          <header className="dialog-head">
            <h2 id={id}>{title}</h2>
            <Button look="quiet" size="small" icon="close" iconOnly onClick={onClose}>
              Close
            </Button>
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="row dialog-actions">{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
