import { Button } from 'antd'
import { Link } from 'react-router'
import type { EntityEdition } from '@/gen/mentionary/v1/quality_pb'
import { languageName } from '@/lib/languageName'
import { paths } from '@/lib/paths'
import { Dot } from '@/ui/Badge'
import { ExternalLink } from '@/ui/ExternalLink'

/** Of which works the entity is an edition, why, and what a moderator decides about it. */
export function EditionActions({
  editions,
  onDecide,
}: {
  editions: readonly EntityEdition[]
  onDecide: (edition: EntityEdition, decision: 'remove' | 'keep') => void
}) {
  if (editions.length === 0) return null
  return (
    <section>
      <h3>Editions</h3>
      <ul className="stack">
        {editions.map(e => {
          const removed = e.decision === 'removed'
          return (
            <li key={`${e.catalogue} ${e.work}`} className="row row-between">
              <div className="lines">
                <span>
                  “{e.title}” of{' '}
                  <ExternalLink href={e.url}>
                    {e.name} {e.work}
                  </ExternalLink>
                </span>
                <span className="small muted">
                  {removed && (
                    <>
                      <Dot tone="bad">Removed</Dot> ·{' '}
                    </>
                  )}
                  {[languageName(e.language), e.original && 'original', ...e.reasons].filter(Boolean).join(' · ')}
                </span>
                {e.others.length > 0 && (
                  <span className="small">
                    With{' '}
                    {e.others.map((other, i) => (
                      <span key={other.id}>
                        {i > 0 && ', '}
                        <Link to={paths.entity(other)}>{other.name}</Link>
                      </span>
                    ))}
                  </span>
                )}
              </div>
              <Button size="small" danger={!removed} onClick={() => onDecide(e, removed ? 'keep' : 'remove')}>
                {removed ? 'Keep Again' : 'Not an Edition'}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
