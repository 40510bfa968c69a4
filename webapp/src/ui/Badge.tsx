import type { ReactNode } from 'react'
import { cx } from '@/lib/classes'
import { Icon, type IconName } from './Icon'
import './Badge.css'

/** A short label. `type` gives it the color of an entity type, `tone` that of a state. */
export function Badge({
  type,
  tone,
  icon,
  children,
}: {
  type?: string
  tone?: 'good' | 'warn' | 'bad'
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={cx('badge', type && `badge-typed type-${type}`, tone && `badge-${tone}`)}>
      {icon && <Icon name={icon} size="1.1em" />}
      {children}
    </span>
  )
}

/** A colored dot with words, for a state in a list. */
export function Dot({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'calm'; children: ReactNode }) {
  return <span className={`dot dot-${tone}`}>{children}</span>
}
