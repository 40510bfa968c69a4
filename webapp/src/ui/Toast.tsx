import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react'
import { cx } from '@/lib/classes'
import { Icon } from './Icon'
import { currentToast, dismissToast, subscribeToasts, toastMs, type Toast } from './toasts'
import './Toast.css'

/** How far to the right a notification is pulled to dismiss it, in px. */
const swipe = 50

function ToastItem({ item, onClose }: { item: Toast; onClose: () => void }) {
  const from = useRef<number | null>(null)
  const pulled = (e: PointerEvent) => (from.current === null ? 0 : Math.max(0, e.clientX - from.current))
  const letGo = (e: PointerEvent<HTMLElement>) => {
    from.current = null
    e.currentTarget.style.removeProperty('--pulled')
  }
  return (
    <li
      className={cx('toast', item.tone === 'error' && 'toast-error')}
      onPointerDown={e => {
        from.current = e.clientX
        e.currentTarget.setPointerCapture(e.pointerId)
      }}
      onPointerMove={e => e.currentTarget.style.setProperty('--pulled', `${pulled(e)}px`)}
      onPointerUp={e => {
        const far = pulled(e)
        letGo(e)
        if (far >= swipe) onClose()
      }}
      onPointerCancel={letGo}
    >
      <span className="toast-words">
        <b>{item.title}</b>
        {item.text && <span>{item.text}</span>}
      </span>
      <button
        type="button"
        className="toast-close"
        aria-label="Close"
        onPointerDown={e => e.stopPropagation()}
        onClick={onClose}
      >
        <Icon name="close" size={18} />
      </button>
    </li>
  )
}

/**
 * The region of notifications: one at a time, five seconds, longer while it is pointed at or focused. F8 goes to it,
 * Escape closes and goes back, pulling to the right dismisses.
 */
export function Toasts() {
  const item = useSyncExternalStore(subscribeToasts, currentToast, currentToast)
  const shown = item?.open ? item : undefined
  const region = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    const toRegion = (e: KeyboardEvent) => {
      if (e.key !== 'F8') return
      e.preventDefault()
      if (!region.current?.contains(document.activeElement))
        cameFrom.current = document.activeElement as HTMLElement | null
      region.current?.focus()
    }
    document.addEventListener('keydown', toRegion)
    return () => document.removeEventListener('keydown', toRegion)
  }, [])

  useEffect(() => {
    if (!shown || held) return
    const timer = setTimeout(() => dismissToast(shown.id), toastMs)
    return () => clearTimeout(timer)
  }, [shown, held])

  const close = () => {
    if (shown) dismissToast(shown.id)
    setHeld(false)
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus()
  }

  return (
    <section aria-label="Notifications (F8)">
      <ol
        className="toasts"
        ref={region}
        tabIndex={-1}
        aria-live="polite"
        aria-relevant="additions"
        onFocus={() => setHeld(true)}
        onBlur={e => {
          if (!e.currentTarget.contains(e.relatedTarget)) setHeld(false)
        }}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onKeyDown={e => {
          if (e.key === 'Escape') close()
        }}
      >
        {shown && <ToastItem key={shown.id} item={shown} onClose={close} />}
      </ol>
    </section>
  )
}
