import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { paths } from '@/lib/paths'
import { Button, LinkButton } from '@/ui/Button'
import { Empty } from '@/ui/States'
import { toast } from '@/ui/toasts'
import { download, exportName, exportOf } from './exportFile'
import type { Collection } from './collection'
import { EntityRow, EpisodeRow } from './FavoriteRow'
import { Saved } from './Saved'

const latest = 5

/** The latest episodes and entities, and the collection to hand on or to keep as a file. */
export function Favorites({
  user,
  collection,
  onShare,
}: {
  user: CurrentUser
  collection: Collection
  onShare: () => void
}) {
  const save = () => {
    const now = new Date()
    download(exportName(now), exportOf(user, collection, now))
    toast('Favorites Exported', 'Your collection has been downloaded as JSON file')
  }
  const { all, episodes, entities } = collection
  return (
    <>
      <div className="row">
        <Button icon="share" onClick={onShare}>
          Share Collection
        </Button>
        <Button icon="download" onClick={save}>
          Export Collection
        </Button>
      </div>
      {all.length === 0 && (
        <Empty
          icon="heart"
          title="No favorites yet"
          text="Press the heart on an episode, a book or anything else to keep it here."
        >
          <LinkButton look="primary" to={paths.home()}>
            Explore Episodes
          </LinkButton>
        </Empty>
      )}
      <Saved
        title="Episodes"
        items={episodes}
        most={latest}
        word="episode"
        row={f => <EpisodeRow key={f.id} favorite={f} />}
      />
      <Saved
        title="Mentions"
        items={entities}
        most={latest}
        word="mention"
        row={f => <EntityRow key={f.id} favorite={f} />}
      />
    </>
  )
}
