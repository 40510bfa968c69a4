import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/Button'
import { Empty } from '@/ui/States'
import type { Collection } from './collection'
import { FavoriteRow } from './FavoriteRow'

const latest = 10

/** What was saved last. */
export function Activity({ collection }: { collection: Collection }) {
  if (collection.all.length === 0) {
    return (
      <Empty icon="heart" title="No Activity Yet" text="Your favorites appear here, latest first.">
        <LinkButton look="primary" to={paths.home()}>
          Explore Episodes
        </LinkButton>
      </Empty>
    )
  }
  return (
    <ul className="saved-list">
      {collection.all.slice(0, latest).map(f => (
        <FavoriteRow key={f.id} favorite={f} />
      ))}
    </ul>
  )
}
