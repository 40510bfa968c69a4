import type { ReactNode } from 'react'
import { SkeletonRows } from '@/ui/Skeleton'
import { Failed, type FailedQuery } from './Failed'

/** What a query answered, or what stands there instead: its shape while it loads, or why it did not work. */
export function Answered<Data>({
  query,
  rows = 3,
  height = 48,
  label,
  heading,
  children,
}: {
  query: FailedQuery & { data: Data | undefined }
  /** the shape: so many lines of so many px */ rows?: number
  height?: number
  label?: string
  heading?: 'h2'
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed query={query} {...(heading && { heading })} />
  return <SkeletonRows rows={rows} height={height} {...(label && { label })} />
}
