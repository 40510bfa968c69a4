import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { GetCurrentUserResponse } from '@/gen/mentionary/v1/auth_pb'
import { isSessionQuery, sessionKey } from './session'

/** What the tabs of one browser tell each other. */
type Word =
  /** The person of this tab is on the way out: the server is being asked to end the session. */
  | { leaving: true }
  /** The id of the person the server knows here; "" for nobody. */
  | { person: string }

/** How long a tab that heard of a sign-out waits for its end, in ms. */
const signOutMs = 5_000
/** A reader who comes back to a tab after longer than this may have been signed out elsewhere; in ms. */
const doubtMs = 60_000

let channel: BroadcastChannel | undefined
const tell = (word: Word, to = channel) => to?.postMessage(word)

/** Says that this tab is about to sign its person out. */
export const tellLeaving = () => tell({ leaving: true })

/** Says that the server has ended the session. */
export const tellSignedOut = () => tell({ person: '' })

/**
 * Keeps the tabs of a browser with one person. A tab that shows somebody who has left, or is somebody else by now, empties
 * its screen at once and is loaded anew, so that nothing of that person stays in it. A tab without a person who hears of one
 * reads everything again. `empty` takes all from the screen. Returns what ends it.
 */
export function keepTogether(
  queries: QueryClient,
  empty: () => void,
  own = new BroadcastChannel('mentionary-session'),
): () => void {
  channel = own
  const stop = new AbortController()
  let emptied = false
  let named: string | undefined
  let askedAt = Date.now()
  const shown = () => queries.getQueriesData<GetCurrentUserResponse>({ queryKey: sessionKey })[0]?.[1]?.user?.id ?? ''
  const leave = () => {
    if (!emptied) empty()
    emptied = true
    location.reload()
  }

  const forget = queries.getQueryCache().subscribe(event => {
    if (
      event.type !== 'updated' ||
      event.action.type !== 'success' ||
      !isSessionQuery({ queryKey: event.query.queryKey as QueryKey })
    )
      return
    const before = named
    named = shown()
    askedAt = Date.now()
    if (named !== before) tell({ person: named }, own)
    // Asked again, the server named somebody else. Where this tab took the person away itself, it knows what it does.
    if (before && named !== before && !event.action.manual) leave()
  })

  own.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    const person = 'person' in data && typeof data.person === 'string' ? data.person : undefined
    if (emptied) {
      if (person !== undefined) location.reload()
    } else if (person !== undefined) {
      if (shown() && person !== shown()) leave()
      else if (!shown() && person) void queries.invalidateQueries()
    } else if ('leaving' in data && shown()) {
      // Loaded anew now, it might still find the session: it waits for the word that it is over.
      emptied = true
      empty()
      setTimeout(() => location.reload(), signOutMs)
    }
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' && shown() && Date.now() - askedAt > doubtMs)
        void queries.refetchQueries({ queryKey: sessionKey })
    },
    stop,
  )
  // The way back may bring a page as it was left, by a person who is gone.
  addEventListener(
    'pageshow',
    event => {
      if (event.persisted && shown()) leave()
    },
    stop,
  )
  return () => {
    forget()
    stop.abort()
    own.close()
    channel = undefined
  }
}
