import type { ReactNode } from 'react'
import './AdminPage.css'

/** A page of the administration: its title for the browser and the eye, a sentence, and things to do. */
export function AdminPage({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="admin-page">
      <title>{`${title} · Mentionary`}</title>
      <header className="admin-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page of the administration, on a sheet of its own. */
export function Panel({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel">
      {(title || actions) && (
        <header className="panel-head">
          {title && <h2>{title}</h2>}
          {actions && <div className="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** What limits a list, in one line that wraps. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="filters" role="group" aria-label={label}>
      {children}
    </div>
  )
}
