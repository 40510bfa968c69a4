import { useQuery } from '@/lib/query'
import { Navigate, useLocation, useParams } from 'react-router'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { paths } from '@/lib/paths'
import { Failed, isNotFound } from '@/modules/Failed'
import { useSession } from '@/modules/session'
import { LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { SkeletonPage } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Editions } from './parts/entity/Editions'
import { EntityHead } from './parts/entity/EntityHead'
import { KnownEntity, knownEntity } from './parts/entity/KnownEntity'
import { MentionList } from './parts/entity/MentionList'
import { Overview } from './parts/entity/Overview'
import { SeenIn, Similar } from './parts/entity/Rail'
import './parts/entity/entity.css'

const maxId = 2 ** 31 - 1

/** One thing with every sentence in which it was said. */
export function Component() {
  const { id: text = '', slug = '' } = useParams()
  const { search, hash } = useLocation()
  const session = useSession()
  const id = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : 0
  const query = useQuery(EntityService.method.getEntity, { id }, { enabled: id > 0 })
  const entity = query.data?.entity

  if (id === 0 || isNotFound(query.error) || (query.isSuccess && !entity)) {
    return (
      <Page title="Entity not found">
        <Empty heading="h1" title="Entity not found" text="It may have been removed, or the address is wrong.">
          <LinkButton look="primary" to={paths.directory()}>
            Browse the directory
          </LinkButton>
        </Empty>
      </Page>
    )
  }
  if (query.isPending || session.state === 'loading') {
    const drawn = knownEntity()
    return drawn ? <KnownEntity entity={drawn} /> : <SkeletonPage picture="tall" />
  }
  if (!entity)
    return (
      <Page title="Entity">
        <Failed query={query} heading="h1" />
      </Page>
    )

  // Another id is the survivor of a merge; another slug is an old name.
  const own = paths.entity(entity)
  const moved = entity.id !== id || own !== `/entity/${text}/${encodeURIComponent(slug)}`
  return (
    <Page title={entity.name}>
      {moved && <Navigate to={own + search + hash} replace />}
      <EntityHead entity={entity} />
      <div className="entity-columns">
        <MentionList key={entity.id} entity={entity} signedIn={session.state === 'in'} />
        <aside className="entity-rail">
          <SeenIn entity={entity} />
          <Editions entity={entity} />
          <Overview entity={entity}>{session.state === 'in' && <Similar entity={entity} />}</Overview>
        </aside>
      </div>
    </Page>
  )
}
