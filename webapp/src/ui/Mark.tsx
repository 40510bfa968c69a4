import type { ReactNode } from 'react'
import { cx } from '@/lib/classes'
import './Mark.css'

/** Words that were found. With a type they carry its color. */
export function Mark({ type, active = false, children }: { type?: string; active?: boolean; children: ReactNode }) {
  const className = cx('mark', type && `mark-typed type-${type}`, active && 'mark-active')
  return <mark className={className}>{children}</mark>
}

/** A text in which every place of the searched words is marked, whatever their case. */
export function Found({ text, query }: { text: string; query: string }) {
  const wanted = query.trim().toLocaleLowerCase()
  const lower = text.toLocaleLowerCase()
  // Lower-casing can change the length (İ); offsets would then point elsewhere, so nothing is marked.
  if (wanted === '' || lower.length !== text.length) return text
  const parts: ReactNode[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <Mark key={at}>{text.slice(at, at + wanted.length)}</Mark>)
    from = at + wanted.length
  }
  return [...parts, text.slice(from)]
}
