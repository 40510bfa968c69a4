import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '@/ui/Icon'
import './Figure.css'

/** One figure of a page on a card, with what it stands beside; with `to` the card leads there. */
export function Figure({
  label,
  value,
  note,
  icon,
  to,
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  icon?: IconName
  to?: string
}) {
  return (
    <div className="figure">
      <dt>
        {icon && <Icon name={icon} />}
        {to ? <Link to={to}>{label}</Link> : label}
      </dt>
      <dd className="figures">{value}</dd>
      {note && <dd className="figure-note">{note}</dd>}
    </div>
  )
}

/** Cards with figures beside each other. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="figure-cards" aria-label={label}>
      {children}
    </dl>
  )
}
