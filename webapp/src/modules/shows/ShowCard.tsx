import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Show } from '@/gen/mentionary/v1/show_pb'
import { date } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Cover } from '@/ui/Cover'

/** What is known of a show in one line: what it is, how much there is of it, and how new that is. */
function facts(show: Show): string {
  const latest = show.latestAt && timestampDate(show.latestAt)
  return [
    show.kind === 'channel' ? 'Channel' : 'Podcast',
    show.episodeCount !== undefined && counted(show.episodeCount, show.kind === 'channel' ? 'video' : 'episode'),
    latest && `newest ${date(latest)}`,
    show.directory,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A show that was found. */
export function ShowCard({ show, from, onOpen }: { show: Show; from: boolean; onOpen: () => void }) {
  return (
    <li {...(from && { 'data-from': true })}>
      <Card as="div" className="show-card">
        <Cover name={show.title} type="channel" src={show.pictureUrl} />
        <div className="show-words">
          <h3 className="clamp-2">{show.title}</h3>
          {show.author && <p className="small clamp-2">{show.author}</p>}
          <p className="small muted">{facts(show)}</p>
        </div>
        <Button onClick={onOpen} aria-label={`Open ${show.title}`}>
          Open
        </Button>
      </Card>
    </li>
  )
}
