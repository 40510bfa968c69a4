import type { ReactNode } from 'react'
import './settings.css'

/** A part of the preferences: what it is at the left, what can be done at the right; on narrow screens one below the other. */
export function Setting({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className="preferences setting" aria-label={title}>
      <header className="stack stack-tight">
        <h2>{title}</h2>
        <p className="small muted">{text}</p>
      </header>
      <div className="stack">{children}</div>
    </section>
  )
}

/** One thing of a list: words, and at the right what can be done with it. */
export function SettingRow({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <li className="setting-row">
      <div className="setting-words">{children}</div>
      <div>{action}</div>
    </li>
  )
}
