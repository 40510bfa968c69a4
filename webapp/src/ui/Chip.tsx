import { useRef } from 'react'
import { count as written } from '@/lib/format'
import { cx } from '@/lib/classes'
import { Icon } from './Icon'
import { searchBox, useFocusHandover } from './useFocusHandover'
import './Chip.css'

/** A filter that is on or off, with how many things it holds. */
export function Chip({
  label,
  count,
  type,
  pressed,
  onPress,
}: {
  label: string
  count?: number
  type?: string
  pressed: boolean
  onPress: () => void
}) {
  return (
    <button type="button" className={cx('chip', type && `type-${type}`)} aria-pressed={pressed} onClick={onPress}>
      {type && <span className="chip-dot" />}
      {label}
      {count !== undefined && <span className="chip-count">{written(count)}</span>}
    </button>
  )
}

/** A filter that is set; its button takes it away. */
export function RemovableChip({ label, type, onRemove }: { label: string; type?: string; onRemove: () => void }) {
  const chip = useRef<HTMLSpanElement>(null)
  useFocusHandover(chip, searchBox)
  return (
    <span ref={chip} className={cx('chip chip-set', type && `type-${type}`)}>
      <span className="chip-label">{label}</span>
      <button type="button" className="chip-remove" onClick={onRemove} aria-label={`Remove filter ${label}`}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
