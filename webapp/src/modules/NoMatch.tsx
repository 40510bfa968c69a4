import type { ReactNode } from 'react'
import type { IconName } from '@/ui/Icon'
import { Empty } from '@/ui/States'

type Props = {
  title: string
  icon?: IconName
  /** what to do about it, beside searching otherwise */ children?: ReactNode
}

/** A search or a filter that leaves nothing: "No books found", and what to do about it. */
export function NoMatch({ title, icon = 'search', children }: Props) {
  return (
    <Empty icon={icon} title={title} text="Try adjusting your search terms or filters">
      {children}
    </Empty>
  )
}
