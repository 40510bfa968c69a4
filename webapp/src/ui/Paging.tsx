import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from './Button'
import { Icon } from './Icon'
import { useFocusHandover } from './useFocusHandover'
import './Paging.css'

/** The button alone: a new one each time, which gets the focus of the one before. */
function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const part = useRef<HTMLSpanElement>(null)
  useFocusHandover(part, '.paging-more button')
  return (
    <span ref={part}>
      <Button onClick={onMore} busy={busy}>
        {busy ? 'Loading…' : 'Load more'}
      </Button>
    </span>
  )
}

/** Loads the next page before its end comes into sight; the button does the same for people who press it. */
export function InfiniteSentinel({
  more,
  busy,
  onMore,
}: {
  /** there is another page */ more: boolean
  /** it is loading */ busy: boolean
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!more || busy || !end.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(e => e.isIntersecting)) onMore()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [more, busy, onMore])
  if (!more) return null
  // A new one each time: the old one has not moved, it is gone.
  return (
    <div key={String(busy)} ref={end} className="paging-more">
      <More busy={busy} onMore={onMore} />
    </div>
  )
}

/** Pages by number, as links, so that each has an address. */
export function Pagination({
  page,
  pages,
  href,
}: {
  /** from 1 */ page: number
  pages: number
  href: (page: number) => string
}) {
  if (pages <= 1) return null
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter(p => p >= 1 && p <= pages)
  return (
    <nav className="paging" aria-label="Pages">
      {page > 1 && (
        <Link className="paging-page" to={href(page - 1)} rel="prev">
          <Icon name="chevron-left" />
          <span className="visually-hidden">Previous page</span>
        </Link>
      )}
      {near.map((p, i) => (
        <span key={p} className="paging-group">
          {p - (near[i - 1] ?? p) > 1 && (
            <span className="paging-gap" aria-hidden="true">
              …
            </span>
          )}
          <Link
            className="paging-page"
            to={href(p)}
            aria-label={`Page ${p}`}
            aria-current={p === page ? 'page' : undefined}
          >
            {p}
          </Link>
        </span>
      ))}
      {page < pages && (
        <Link className="paging-page" to={href(page + 1)} rel="next">
          <Icon name="chevron-right" />
          <span className="visually-hidden">Next page</span>
        </Link>
      )}
    </nav>
  )
}
