import type { ReactNode } from 'react'
import { cx } from '@/lib/classes'
import { hostOf, safeExternalUrl } from '@/lib/url'
import { Icon, type IconName } from './Icon'
import { VisuallyHidden } from './VisuallyHidden'
import './ExternalLink.css'

/**
 * A link that leaves the site, in a new tab, with its host as tooltip (or written out with `showHost`).
 * What is no plain http(s) address is shown as text.
 */
export function ExternalLink({
  href,
  children,
  showHost = false,
  quiet = false,
}: {
  href: string | null | undefined
  children: ReactNode
  showHost?: boolean
  /** looks like the text around it until pointed at */ quiet?: boolean
}) {
  const safe = safeExternalUrl(href)
  if (!safe) return <span>{children}</span>
  const host = hostOf(safe)
  return (
    <a
      className={cx('external', quiet && 'external-quiet')}
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={host}
    >
      {children}
      {showHost && <span className="external-host"> {host}</span>}
      <Icon name="arrow-up-right" size="0.85em" />
      <VisuallyHidden> (opens {host} in a new tab)</VisuallyHidden>
    </a>
  )
}

/** An external link that looks like a small button, for example Wiki, Buy, Maps. Without a safe address it shows nothing. */
export function ExternalButton({
  href,
  icon,
  children,
}: {
  href: string | null | undefined
  icon: IconName
  children: string
}) {
  const safe = safeExternalUrl(href)
  if (!safe) return null
  const host = hostOf(safe)
  return (
    <a
      className="button button-secondary button-small"
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={host}
    >
      <Icon name={icon} />
      {children}
      <VisuallyHidden> (opens {host} in a new tab)</VisuallyHidden>
    </a>
  )
}
