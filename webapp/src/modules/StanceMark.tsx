import { stanceText } from '@/lib/reasons'
import { Badge } from '@/ui/Badge'
import type { IconName } from '@/ui/Icon'
import { VisuallyHidden } from '@/ui/VisuallyHidden'

const marks: Record<string, { icon: IconName; tone?: 'good' | 'bad' }> = {
  recommended: { icon: 'star', tone: 'good' },
  used: { icon: 'check' },
  criticised: { icon: 'minus', tone: 'bad' },
  own_work: { icon: 'person' },
}

/** How the speaker stands to what they name; nothing where they only talk about it or pass by. */
export function StanceMark({ stance }: { stance: string }) {
  const text = stanceText(stance)
  if (!text) return null
  return (
    <Badge {...marks[stance]}>
      <span>
        <VisuallyHidden>The speaker’s stance: </VisuallyHidden>
        {text}
      </span>
    </Badge>
  )
}
