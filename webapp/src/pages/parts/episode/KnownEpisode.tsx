import { known, optional, text } from '@/lib/known'
import { Page } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import './episode.css'

/** What the server can say of an episode before any code runs: the head of its page. */
export const knownEpisode = () =>
  known({
    title: text('GetEpisode.episode.title'),
    channel: text('GetEpisode.episode.channel.name'),
    description: optional('GetEpisode.episode.description'),
    picture: optional('GetEpisode.episode.thumbnailUrl'),
  })

export function KnownEpisode({ episode }: { episode: NonNullable<ReturnType<typeof knownEpisode>> }) {
  return (
    <Loading>
      <Page title={episode.title}>
        <header className="episode-head">
          <div>
            <span className="cover cover-episode">
              <img src={episode.picture} alt="" />
            </span>
          </div>
          <div className="episode-head-words">
            <p className="row">
              <span className="badge episode-channel">{episode.channel}</span>
            </p>
            <h1 className="episode-title">{episode.title}</h1>
            <Skeleton width="40%" height="1.6em" />
            <p className="lead">{episode.description}</p>
          </div>
        </header>
      </Page>
    </Loading>
  )
}
