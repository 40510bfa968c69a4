import { Link } from 'react-router'
import type { Edition, Entity } from '@/gen/mentionary/v1/common_pb'
import { languageName } from '@/lib/languageName'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { ExternalLink } from '@/ui/ExternalLink'

const atOnce = 6

/** The same work in other languages and under other titles: those that are mentioned lead to their pages, the others to the catalog. */
export function Editions({ entity }: { entity: Pick<Entity, 'editions'> }) {
  const all = entity.editions
  if (all.length === 0) return null
  const more = all.slice(atOnce)
  return (
    <section aria-labelledby="editions">
      <h2 id="editions">Editions</h2>
      <Lines editions={all.slice(0, atOnce)} />
      {more.length > 0 && (
        <details>
          <summary className="small">{counted(more.length, 'more edition')}</summary>
          <Lines editions={more} />
        </details>
      )}
    </section>
  )
}

function Lines({ editions }: { editions: readonly Edition[] }) {
  return (
    <ul className="rail-list">
      {editions.map(e => (
        <li key={`${e.entityId} ${e.language} ${e.title}`} className="rail-line">
          {e.entityId > 0 ? (
            <Link
              className="rail-link clamp-2"
              to={paths.entity({ id: e.entityId, name: e.entityName })}
              lang={e.language || undefined}
            >
              {e.entityName}
            </Link>
          ) : (
            <p className="rail-name" lang={e.language || undefined}>
              {e.title}
            </p>
          )}
          <p className="tiny muted">
            {[languageName(e.language), e.original && 'original', e.year, e.entityId > 0 && 'mentioned here'].map(
              word => word && `${word} · `,
            )}
            <ExternalLink href={e.url} quiet>
              {e.catalogueName}
            </ExternalLink>
          </p>
        </li>
      ))}
    </ul>
  )
}
