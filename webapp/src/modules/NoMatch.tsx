import { Empty } from '@/ui/States'
import type { IconName } from '@/ui/Icon'

/** A search or a filter that leaves nothing: "No books found", and what to do about it. */
export function NoMatch({ title, icon = 'search' }: { title: string; icon?: IconName }) {
  return <Empty icon={icon} title={title} text="Try adjusting your search terms or filters" />
}
