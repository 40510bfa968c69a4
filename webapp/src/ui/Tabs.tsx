import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { count as written } from '@/lib/format'
import { cx } from '@/lib/classes'
import './Tabs.css'

export type Tab<Id extends string> = {
  id: Id
  label: string
  /** shown beside the label */ count?: number | undefined
  /** an entity type; gives the color */ type?: string
}

/**
 * Tabs with the panel of the chosen one. Left, Right, Home and End move and choose at once; the tabulator goes into the panel.
 * Which tab is chosen lives with the caller, usually in the address.
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  children: ReactNode
}) {
  const base = useId()
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const here = tabs.findIndex(t => t.id === value)
    const next = {
      ArrowRight: (here + 1) % tabs.length,
      ArrowLeft: (here - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next!]?.focus()
  }
  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={walk}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className={cx('tab', tab.type && `type-${tab.type}`)}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${base}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{written(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${value}`}
        className="tabs-panel"
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}
