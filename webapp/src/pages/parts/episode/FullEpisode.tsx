import { useQuery } from '@connectrpc/connect-query'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { Failed } from '@/modules/Failed'
import { playRecording } from '@/modules/player/nowPlaying'
import { recordingOf } from '@/modules/player/recording'
import { Page, Section } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import { Description } from './Description'
import { EpisodeHead } from './EpisodeHead'
import { Mentioned } from './Mentioned'
import { Participants } from './Participants'
import { Sponsors } from './Sponsors'
import './episode.css'

/** Everything that is known of an episode. */
export function FullEpisode({
  id,
  episode,
}: {
  /** as in the address: the page has asked with it already */ id: string
  episode: Episode
}) {
  const query = useQuery(EpisodeService.method.listEpisodeEntities, { id })
  const entities = query.data?.entities
  // What may be played here is; other episodes are opened at the second where they are.
  const recording = recordingOf(episode)
  const play = recording && ((at: number) => playRecording(recording, at))
  return (
    <Page title={episode.title}>
      <EpisodeHead episode={episode} />
      <div className="episode-notes">
        {episode.description && <Description text={episode.description} />}
        {entities && (
          <div className="stack">
            <Participants entities={entities.filter(e => e.part !== '')} />
            <Sponsors entities={entities.filter(e => e.type === 'sponsor')} />
          </div>
        )}
      </div>
      {query.isPending ? (
        <Loading label="Loading the mentions">
          <div className="stack mentioned-loading">
            {[1, 2, 3, 4, 5, 6].map(i => (
              <Skeleton key={i} height={88} />
            ))}
          </div>
        </Loading>
      ) : (
        <Section title="Mentioned in this episode">
          {entities ? <Mentioned episode={episode} entities={entities} onPlay={play} /> : <Failed query={query} />}
        </Section>
      )}
    </Page>
  )
}
