import type { ReactNode } from 'react'
import { Code, type ConnectError } from '@connectrpc/connect'
import { ErrorState } from '@/ui/States'

/** What a query of ours tells when it did not work. */
export type FailedQuery = { error: ConnectError | null; refetch: () => unknown; isFetching: boolean }

/** The one failure that means "there is no such thing"; every other one may pass. */
export function isNotFound(error: ConnectError | null): boolean {
  return error?.code === Code.NotFound
}

/** A query failed: the server's sentence and a button that asks again. */
export function Failed({
  query,
  title,
  heading,
  children,
}: {
  query: FailedQuery
  title?: string
  heading?: 'h1' | 'h2' | 'p'
  /** more ways on, beside Retry */ children?: ReactNode
}) {
  return (
    <ErrorState
      text={query.error?.rawMessage}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
      {...(title && { title })}
      {...(heading && { heading })}
    >
      {children}
    </ErrorState>
  )
}
