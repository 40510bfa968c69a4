import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import './shortcuts.css'

/** One key, what it does in a few words, and what is done. A key that is off now is still named in the help. */
export type Shortcut = { key: string; does: string; act: () => void; off?: boolean }

/** Whether somebody is typing, or a control takes keys for itself. */
const taken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=menu]') !== null

/** Whether a dialog is open: it has the keyboard. */
const covered = () =>
  document.querySelector('dialog[open], .ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/**
 * Single keys of a page, as `KeyboardEvent.key` names them ("j", "?", "ArrowDown"). They are silent while somebody types, while
 * a dialog is open, and together with Ctrl, Alt or Meta. "?" opens the list of them, and so does the button that is returned.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const [shown, setShown] = useState(false)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || taken(event.target) || covered())
      return
    if (event.key === '?') {
      setShown(true)
      return
    }
    const found = shortcuts.find(shortcut => shortcut.key === event.key && !shortcut.off)
    if (!found) return
    event.preventDefault()
    found.act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Button className="shortcuts-help" onClick={() => setShown(true)}>
        Keyboard
      </Button>
      <Modal title="Keyboard" open={shown} footer={null} onCancel={() => setShown(false)} width={440}>
        <dl className="shortcuts">
          {[...shortcuts, { key: '?', does: 'Show this list' }].map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{names[key] ?? key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}

const names: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  Escape: 'Esc',
}
