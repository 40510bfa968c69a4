import { useEffect, useEffectEvent } from 'react'

/** How long a change waits for somebody to confirm who they are: as long as a sign-in may take. */
const waitMs = 10 * 60_000

const place = 'change-to-confirm'

type Kept = { name: string; person: string; at: number; change: unknown }

/** Keeps a change of this tab's person until they come back from confirming who they are. Without storage it is forgotten. */
export function keepForConfirmed(name: string, person: string, change: unknown) {
  try {
    sessionStorage.setItem(place, JSON.stringify({ name, person, at: Date.now(), change } satisfies Kept))
  } catch {
    // Storage is switched off or full: the page comes back, and the change is made by hand.
  }
}

/** Takes the change that was kept, once: of the same person and page, and not too long ago. */
function take(name: string, person: string): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Kept | null
    if (kept?.name !== name) return undefined
    sessionStorage.removeItem(place)
    return kept.person === person && Date.now() - kept.at < waitMs ? kept.change : undefined
  } catch {
    return undefined // Storage is switched off, or holds what is not ours.
  }
}

/** Makes the change that this page kept, after somebody confirmed it with a new sign-in; `person` is who is signed in now. */
export function useConfirmed(name: string, person: string | undefined, apply: (change: unknown) => void) {
  const confirmed = useEffectEvent((who: string) => {
    const change = take(name, who)
    if (change !== undefined) apply(change)
  })
  useEffect(() => {
    if (person) confirmed(person)
  }, [person])
}
