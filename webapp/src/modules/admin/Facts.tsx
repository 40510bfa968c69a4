import type { ReactNode } from 'react'

/** Figures and facts about one thing, in a line that wraps. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts figures">{children}</dl>
}

export function Fact({ name, warn = false, children }: { name: string; warn?: boolean; children: ReactNode }) {
  return (
    <div className={warn ? 'facts-warn' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
