import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { EntityCover } from '@/modules/EntityCover'
import { Badge } from '@/ui/Badge'

/** An entity in a list: its cover, its name as a link to its page, and its type. */
export function EntityName({ entity, badge = true }: { entity: Entity; badge?: boolean }) {
  return (
    <span className="quality-name">
      <span className="quality-cover" aria-hidden="true">
        <EntityCover entity={entity} />
      </span>
      <Link className="quality-link" to={paths.entity(entity)}>
        {entity.name}
      </Link>
      {badge && <Badge type={entity.type}>{typeWords(entity.type).singular}</Badge>}
    </span>
  )
}
