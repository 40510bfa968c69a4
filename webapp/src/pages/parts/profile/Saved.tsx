import type { ReactNode } from 'react'
import { Section } from '@/ui/Page'
import { Firsts } from './Firsts'

/** What somebody keeps of one kind, as rows; nothing where that is nothing. */
export function Saved<T>({
  title,
  items,
  most,
  word,
  row,
}: {
  title: string
  items: readonly T[]
  most: number
  word: string
  row: (item: T) => ReactNode
}) {
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <Firsts items={items} most={most} word={word}>
        {shown => <ul className="saved-list">{shown.map(row)}</ul>}
      </Firsts>
    </Section>
  )
}
