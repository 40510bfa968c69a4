import { useRef } from 'react'
import { randomKey } from '@/lib/randomKey'

/**
 * Idempotency keys: the same submission tried again after a failure keeps its key, so that it never makes a second job.
 * `done` is called once it has succeeded; the next one is a new submission even with the same content.
 */
export function useAttemptKey() {
  const attempt = useRef<{ of: string; key: string }>(undefined)
  return {
    keyFor(request: unknown): string {
      const of = JSON.stringify(request)
      if (attempt.current?.of !== of) attempt.current = { of, key: randomKey() }
      return attempt.current.key
    },
    done() {
      attempt.current = undefined
    },
  }
}
