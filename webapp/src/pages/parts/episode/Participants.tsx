import { Link } from 'react-router'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { paths } from '@/lib/paths'
import { EntityCover } from '@/modules/EntityCover'
import { partText } from './partText'

/** Who talks in the episode, apart from whom they talk about. */
export function Participants({ entities }: { entities: readonly Entity[] }) {
  if (entities.length === 0) return null
  return (
    <section aria-labelledby="participants">
      <h2 id="participants" className="kicker">
        Hosts and guests
      </h2>
      <ul className="participants">
        {entities.map(e => (
          <li key={e.id} className="participant">
            <span className="participant-cover">
              <EntityCover entity={e} />
            </span>
            <span>
              <Link to={paths.entity(e)}>{e.name}</Link>
              <span className="small muted">{partText(e.part)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
