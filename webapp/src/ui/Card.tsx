import type { ReactNode } from 'react'
import { cx } from '@/lib/classes'
import './Card.css'

/** A sheet of paper on the page. With `type` its upper edge carries the type's color. */
export function Card({
  as: Tag = 'article',
  type,
  className,
  children,
}: {
  as?: 'article' | 'section' | 'div' | 'li'
  type?: string
  className?: string
  children: ReactNode
}) {
  return <Tag className={cx('card', type && `type-${type}`, className)}>{children}</Tag>
}
