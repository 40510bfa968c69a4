import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './Icon'
import './Menu.css'

export type MenuItem =
  | { kind: 'page'; label: string; icon?: IconName; to: string }
  | {
      kind: 'navigation'
      label: string
      icon?: IconName
      /** an address the server answers itself */ href: string
      onLeave?: () => void
    }
  | { kind: 'action'; label: string; icon?: IconName; onSelect: () => void }
  | { kind: 'separator' }

/**
 * A button that opens a menu. Enter, Space and arrow keys open it; inside, arrows, Home, End and first letters move,
 * Escape closes and goes back to the button, the tabulator leaves.
 */
export function Menu({
  label,
  trigger,
  items,
  header,
}: {
  label: string
  trigger: ReactNode
  items: readonly MenuItem[]
  /** shown above the entries */ header?: ReactNode
}) {
  const [open, setOpen] = useState<false | 'first' | 'last'>(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const entries = root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []
    entries[open === 'last' ? entries.length - 1 : 0]?.focus()
    const outside = (e: PointerEvent) => {
      if (!root.current?.contains(e.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') setOpen(false)
    else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else moveBy(event)
  }

  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(open ? false : 'first')}
        onKeyDown={e => {
          if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return
          e.preventDefault()
          setOpen(e.key === 'ArrowUp' ? 'last' : 'first')
        }}
      >
        {trigger}
      </button>
      {open && (
        <div className="menu-sheet">
          {header && <div className="menu-header">{header}</div>}
          <div id={id} role="menu" aria-label={label} onKeyDown={walk}>
            {items.map((item, i) => (
              <Entry key={i} item={item} onClose={() => setOpen(false)} onAct={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Arrow keys, Home and End move the focus, a letter moves it to the next entry that begins with it. */
function moveBy(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const here = entries.indexOf(document.activeElement as HTMLElement)
  const key = event.key
  let next: number | undefined = {
    ArrowDown: (here + 1) % entries.length,
    ArrowUp: (here - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }[key]
  if (next === undefined && key.length === 1 && key !== ' ') {
    const order = entries.map((_, i) => (here + 1 + i) % entries.length)
    next = order.find(i => entries[i]?.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()))
  }
  if (next === undefined) return
  event.preventDefault()
  entries[next]?.focus()
}

type EntryProps = {
  item: MenuItem
  /** the menu closes because the page is left */ onClose: () => void
  /** the menu closes and its button has the focus again */ onAct: () => void
}

function Entry({ item, onClose, onAct }: EntryProps) {
  if (item.kind === 'separator') return <div role="separator" className="menu-separator" />
  const shared = { role: 'menuitem', tabIndex: -1, className: 'menu-item' }
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
    </>
  )
  switch (item.kind) {
    case 'page':
      return (
        <Link {...shared} to={item.to} onClick={onClose}>
          {inside}
        </Link>
      )
    case 'navigation':
      return (
        <a {...shared} href={item.href} onClick={item.onLeave}>
          {inside}
        </a>
      )
    case 'action':
      return (
        <button
          {...shared}
          type="button"
          onClick={() => {
            onAct()
            item.onSelect()
          }}
        >
          {inside}
        </button>
      )
  }
}
