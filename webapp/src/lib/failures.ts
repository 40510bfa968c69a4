import type { ConnectError } from '@connectrpc/connect'

/** What people read when no answer came. */
export const unreachable = 'The server could not be reached. Please check your connection and try again.'

/** Where the transport keeps the HTTP status of a failed answer. */
export const statusHeader = 'http-status'

/** The HTTP status of a failed answer; undefined when no answer came. */
export function statusOf(error: ConnectError | null): number | undefined {
  const status = Number(error?.metadata.get(statusHeader))
  return status > 0 ? status : undefined
}
