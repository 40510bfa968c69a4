import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { counted } from '@/lib/plurals'
import { entityTypes, type EntityType } from '@/lib/types'
import { Badge } from '@/ui/Badge'
import { MountedModal } from '@/modules/admin/MountedModal'

/** The second of two key presses: which type entities are to have. */
export function TypeChooser({
  count,
  without,
  onChoose,
  onClose,
}: {
  count: number
  without: EntityType | undefined
  onChoose: (type: EntityType) => void
  onClose: () => void
}) {
  const others = entityTypes.filter(t => t.type !== without)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const type = others.find(t => t.key === event.key)
    if (!type || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onChoose(type.type)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <MountedModal title={`Change the type of ${counted(count, 'entity')}`} footer={null} onCancel={onClose} width={420}>
      <ul className="quality-types">
        {others.map(({ type, singular, key }) => (
          <li key={type}>
            <Button block onClick={() => onChoose(type)}>
              <span className="quality-typekey">
                <Badge type={type}>{singular}</Badge> <kbd>{key}</kbd>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="small muted">
        If the directory already has the name under that type, the two become one. Later episodes follow the change.
      </p>
    </MountedModal>
  )
}
