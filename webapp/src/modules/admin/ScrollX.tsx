import type { ReactNode } from 'react'

/** Something wide with nothing in it to focus: a region of its own, so that the keyboard can scroll it on narrow screens. */
export function ScrollX({ label, width, children }: { label: string; width: number; children: ReactNode }) {
  return (
    <div className="scroll-x" role="region" aria-label={label} tabIndex={0}>
      <div style={{ minWidth: width }}>{children}</div>
    </div>
  )
}
