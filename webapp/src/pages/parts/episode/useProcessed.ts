import { useEffect } from 'react'

const everyMs = 2_000
/** Work that takes longer is read at the next visit. */
const longestMs = 60_000

/**
 * Reads again what is still being processed, every two seconds for a minute. `key` changes when the wait begins anew: another
 * episode, or the same one published.
 */
export function useProcessed({ waiting, key, reread }: { waiting: boolean; key: string; reread: () => void }) {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(reread, everyMs)
    const end = setTimeout(() => clearInterval(timer), longestMs)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [waiting, key, reread])
}
