import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden'
import './Skeleton.css'

/** A gray shape where something is about to stand. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round = false,
}: {
  width?: string | number
  height?: string | number
  round?: boolean
}) {
  return (
    <span className="skeleton" aria-hidden="true" style={{ width, height, borderRadius: round ? '50%' : undefined }} />
  )
}

/** Says once that something loads and shows the given shapes. Sections below it stand there when it is done (Skeleton.css). */
export function Loading({ label = 'Loading…', children }: { label?: string; children: ReactNode }) {
  return (
    <div className="loading" aria-busy="true">
      <div role="status">
        <VisuallyHidden>{label}</VisuallyHidden>
      </div>
      {children}
    </div>
  )
}

/** Lines of a list that load, each of the given height in px. */
export function SkeletonRows({ rows, height, label }: { rows: number; height: number; label?: string }) {
  return (
    <Loading {...(label && { label })}>
      <div className="stack">
        {Array.from({ length: rows }, (_, i) => (
          <Skeleton key={i} height={height} />
        ))}
      </div>
    </Loading>
  )
}

/** Places of cards that load: six, as everywhere. */
export function SkeletonCards({
  cover = '16 / 9',
}: {
  /** shape of the picture; empty for cards without one */ cover?: string
}) {
  return (
    <Loading>
      <div className="grid">
        {[1, 2, 3, 4, 5, 6].map(i => (
          <div className="stack stack-tight" key={i}>
            {cover && <span className="skeleton" style={{ aspectRatio: cover }} />}
            <Skeleton width="35%" height={14} />
            <Skeleton width="85%" height={24} />
            <Skeleton height={14} />
            <Skeleton width="60%" height={14} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** A page that is not there yet. With `picture` it is about one thing: an episode (wide), an entity (tall) or a channel (round). */
export function SkeletonPage({ picture }: { picture?: 'wide' | 'tall' | 'round' }) {
  return (
    <Loading>
      <div className="page page-body">
        <div className={picture ? `skeleton-head skeleton-${picture}` : 'stack'}>
          {picture && <span className="skeleton skeleton-picture" aria-hidden="true" />}
          <div className="stack">
            {picture && <Skeleton width="16%" height={18} />}
            <Skeleton width={picture ? '85%' : '45%'} height={48} />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
            {picture && <Skeleton width="40%" height={40} />}
          </div>
        </div>
        <div className={picture ? 'stack skeleton-below' : 'grid skeleton-below'}>
          {[1, 2, 3].map(i => (
            <Skeleton key={i} height={picture ? 96 : 220} />
          ))}
        </div>
      </div>
    </Loading>
  )
}
