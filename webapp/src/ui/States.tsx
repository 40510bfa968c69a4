import { useRef, type ReactNode } from 'react'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import { searchBox, useFocusHandover } from './useFocusHandover'
import './States.css'

/** Nothing to show, and what can be done about it. */
export function Empty({
  title,
  text,
  icon = 'search',
  heading: Title = 'p',
  children,
}: {
  title: ReactNode
  /** when it is the whole page */ heading?: 'h1' | 'h2' | 'p'
  text?: ReactNode
  icon?: IconName
  children?: ReactNode
}) {
  const state = useRef<HTMLDivElement>(null)
  useFocusHandover(state, searchBox)
  return (
    <div ref={state} className="state">
      <span className="state-mark" aria-hidden="true">
        <Icon name={icon} size={28} />
      </span>
      <Title className="state-title">{title}</Title>
      {text && <p className="state-text">{text}</p>}
      {children && <div className="row state-actions">{children}</div>}
    </div>
  )
}

/** Something did not load. `text` is the server's sentence; Retry asks again. */
export function ErrorState({
  title = 'This could not be loaded',
  text,
  onRetry,
  busy = false,
  heading: Title = 'p',
  children,
}: {
  title?: ReactNode
  /** when it is the whole page */ heading?: 'h1' | 'h2' | 'p'
  text?: ReactNode
  onRetry?: () => void
  /** the retry is running */ busy?: boolean
  children?: ReactNode
}) {
  const state = useRef<HTMLDivElement>(null)
  useFocusHandover(state)
  return (
    <div ref={state} className="state state-error" role="alert">
      <span className="state-mark" aria-hidden="true">
        <Icon name="warning" size={28} />
      </span>
      <Title className="state-title">{title}</Title>
      {text && <p className="state-text">{text}</p>}
      {(onRetry ?? children) && (
        <div className="row state-actions">
          {onRetry && (
            <Button icon="retry" onClick={onRetry} busy={busy}>
              Retry
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
