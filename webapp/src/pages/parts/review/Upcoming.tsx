import type { ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { cx } from '@/lib/classes'
import { count } from '@/lib/format'
import { channelName } from '@/modules/channelName'
import { Badge } from '@/ui/Badge'
import { typeWords } from '@/lib/types'

const shown = 14

type Props = {
  items: readonly ReviewItem[]
  here: number
  /** all that wait, loaded or not */ total: number
  onChoose: (index: number) => void
}

/** What comes next, for those who look ahead. */
export function Upcoming({ items, here, total, onChoose }: Props) {
  const from = Math.max(0, Math.min(here - 1, items.length - shown))
  return (
    <nav className="upcoming" aria-label="What comes next">
      <h3>
        {count(Math.max(0, total))} <span className="muted">waiting, those that change most first</span>
      </h3>
      <ol>
        {items.slice(from, from + shown).map((item, i) => (
          <li key={item.id}>
            <button
              type="button"
              className={cx('upcoming-item', from + i === here && 'upcoming-here')}
              aria-current={from + i === here ? 'true' : undefined}
              onClick={() => onChoose(from + i)}
            >
              <Badge type={item.type}>{typeWords(item.type).singular}</Badge>
              <span className="upcoming-name">
                <b>{item.name}</b>
                <span className="small muted">{channelName(item.channel?.name)}</span>
              </span>
              <span className="figures muted">{count(item.mentions)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
