import type { Interceptor } from '@connectrpc/connect'

const header = 'Catalogue-Version'

/** Remembers the highest of the versions it hears of. What is no version counts for nothing. */
export function newVersion() {
  let highest = 0
  return {
    hear(version: number) {
      if (Number.isSafeInteger(version) && version > highest) highest = version
    },
    highest: () => highest,
  }
}

/** The latest version of the catalogue that this tab was told of, by the answer to a write or by the live stream. */
export const heardVersion = newVersion()

/**
 * Whoever wrote something, or was told of news, reads it: the answer to a write names the version of the catalogue that holds
 * it, and later calls ask for at least the version that was heard of, whichever process answers them.
 */
export function demandVersion(version = heardVersion): Interceptor {
  return next => async request => {
    if (version.highest() > 0) request.header.set(header, String(version.highest()))
    const answer = await next(request)
    version.hear(Number(answer.header.get(header)))
    return answer
  }
}
