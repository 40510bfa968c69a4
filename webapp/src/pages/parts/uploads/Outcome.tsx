import { Dot } from '@/ui/Badge'
import type { Result } from './usePublication'

/** What came of a row. */
export function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return null
  if (result.state === 'busy') return <Dot tone="calm">Working …</Dot>
  return <Dot tone="bad">{result.text}</Dot>
}
