import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '@/lib/classes'
import { Icon } from './Icon'
import './Page.css'

/** The column of a page with its title for the browser. */
export function Page({
  title,
  narrow = false,
  children,
}: {
  title: string
  /** for pages that are read from start to end */ narrow?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx('page page-body', narrow && 'page-narrow')}>
      <title>{title === 'Mentionary' ? title : `${title} · Mentionary`}</title>
      {children}
    </div>
  )
}

/** The head of a page: a small line above, the title, a sentence, and things to do. */
export function PageHead({
  kicker,
  title,
  lead,
  actions,
  type,
}: {
  kicker?: ReactNode
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  type?: string
}) {
  return (
    <header className={cx('page-head', type && `type-${type}`)}>
      {kicker && <p className="kicker">{kicker}</p>}
      <div className="page-head-line">
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </div>
      {lead && <p className="lead">{lead}</p>}
    </header>
  )
}

/** A part of a page with its heading and, at the right, the way to more. */
export function Section({
  title,
  kicker,
  more,
  type,
  children,
}: {
  title: ReactNode
  kicker?: ReactNode
  more?: { label: string; to: string }
  type?: string
  children: ReactNode
}) {
  return (
    <section className={cx('section', type && `type-${type}`)}>
      <header className="section-head">
        <div>
          {kicker && <p className="kicker">{kicker}</p>}
          <h2>{title}</h2>
        </div>
        {more && (
          <Link className="section-more" to={more.to}>
            {more.label} <Icon name="arrow-right" />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

export type Stat = {
  label: string
  value: ReactNode
  /** an entity type; gives the color */ type?: string
  to?: string
}

/** Numbers in a row; each may lead to the list it counts. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="stats">
      {stats.map(s => (
        <div key={s.label} className={cx('stat', s.type && `type-${s.type}`)}>
          <dt>
            {s.to ? (
              <Link className="card-link" to={s.to}>
                {s.label}
              </Link>
            ) : (
              s.label
            )}
          </dt>
          <dd className="figures">{s.value}</dd>
        </div>
      ))}
    </dl>
  )
}
