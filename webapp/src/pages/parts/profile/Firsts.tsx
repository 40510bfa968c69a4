import { useState, type ReactNode } from 'react'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'

/** The first of a list, with a button for the rest when there is one. */
export function Firsts<T>({
  items,
  most,
  word,
  children,
}: {
  items: readonly T[]
  most: number
  /** what one of them is, for "Show all 12 books" */ word: string
  children: (shown: readonly T[]) => ReactNode
}) {
  const [all, setAll] = useState(false)
  return (
    <>
      {children(all ? items : items.slice(0, most))}
      {items.length > most && (
        <p className="firsts-more">
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${counted(items.length, word)}`}
          </Button>
        </p>
      )}
    </>
  )
}
