import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { ListedEpisode } from '@/gen/mentionary/v1/show_pb'
import { date, duration } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/Badge'

type Props = {
  episodes: readonly ListedEpisode[]
  chosen: ReadonlySet<string>
  /** how many may be chosen */ most: number
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The episodes of a show as its source lists them, to choose from. */
export function EpisodeChecklist({ episodes, chosen, most, onChoose }: Props) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  if (episodes.length === 0) return <p className="muted">This show lists no episodes yet.</p>
  return (
    <fieldset className="checklist">
      <legend className="small muted" aria-live="polite">
        {chosen.size >= most
          ? `${most} episodes are chosen, which is as many as one submission takes.`
          : 'Or choose single episodes:'}
      </legend>
      <ul>
        {episodes.map(e => (
          <li key={e.id} className="checklist-line">
            <label>
              <input
                type="checkbox"
                checked={chosen.has(e.id)}
                disabled={!chosen.has(e.id) && chosen.size >= most}
                onChange={() => toggle(e.id)}
              />
              <span className="checklist-words">
                <span>{e.title}</span>
                <Facts episode={e} />
              </span>
            </label>
            {e.videoId !== undefined && (
              <Link className="small checklist-known" to={paths.episode(e.videoId)}>
                Already analyzed<span className="visually-hidden"> ({e.title})</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Date, length, and whether there is a transcript, as far as the listing says. */
function Facts({ episode }: { episode: ListedEpisode }) {
  const published = episode.publishedAt && timestampDate(episode.publishedAt)
  const length = duration(episode.duration)
  return (
    <span className="row small muted checklist-facts">
      {published && <time dateTime={published.toISOString()}>{date(published)}</time>}
      {length && <span>{length}</span>}
      {episode.hasTranscript !== undefined &&
        (episode.hasTranscript ? <Badge tone="good">Transcript</Badge> : <span>No transcript in the list</span>)}
    </span>
  )
}
