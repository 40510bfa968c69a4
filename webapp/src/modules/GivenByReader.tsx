import { Badge } from '@/ui/Badge'

/** Stands wherever something is shown from a transcript that a reader gave: its publisher has not seen it. */
export function GivenByReader() {
  return <Badge icon="upload">Given by a reader</Badge>
}
