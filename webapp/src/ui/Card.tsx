import type { ReactNode } from 'react'
import { cx } from '@/lib/classes'
import './Card.css'

/** A sheet of paper on the page. With `type` its upper edge carries the type's colour; `quiet` has no sheet, only the grouping. */
export function Card({
  as: Tag = 'article',
  type,
  look = 'sheet',
  id,
  className,
  children,
}: {
  as?: 'article' | 'section' | 'div' | 'li'
  type?: string
  look?: 'sheet' | 'quiet'
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Tag {...(id && { id })} className={cx('card', `card-${look}`, type && `type-${type}`, className)}>
      {children}
    </Tag>
  )
}
