import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { useParams, useSearchParams } from 'react-router'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Failed, isNotFound } from '@/modules/Failed'
import { GivenByReader } from '@/modules/GivenByReader'
import { ListenButton } from '@/modules/player/ListenButton'
import { processedWords } from '@/modules/stateWords'
import { Badge } from '@/ui/Badge'
import { LinkButton } from '@/ui/Button'
import { ExternalButton } from '@/ui/ExternalLink'
import { Page } from '@/ui/Page'
import { SkeletonPage } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { EntityPanel } from './parts/transcript/EntityPanel'
import { origins } from './parts/transcript/origins'
import { TranscribeAgain } from './parts/transcript/TranscribeAgain'
import { TranscriptText } from './parts/transcript/TranscriptText'
import { Earlier, Versions } from './parts/transcript/Versions'
import './parts/transcript/transcript.css'

/** Who heard the text, and what that means for its words. */
function Heard({ by, at }: { by: string; at: Timestamp | undefined }) {
  const when = at && timestampDate(at)
  return (
    <p className="small muted">
      Heard by {by || 'a speech server'}
      {when && (
        <>
          {' on '}
          <time dateTime={when.toISOString()}>{date(when)}</time>
        </>
      )}
      . A machine wrote this down, so names and words may be wrong.
    </p>
  )
}

/** What was said, with the places of all mentions. */
export function Component() {
  const { videoId = '' } = useParams()
  const [search] = useSearchParams()
  const transcriptId = Number(/^\d{1,9}$/.exec(search.get('version') ?? '')?.[0] ?? 0)
  const query = useQuery(EpisodeService.method.getTranscript, { videoId, transcriptId })
  const answer = query.data
  const backHome = (
    <LinkButton look="primary" to={paths.home()}>
      Back to Home
    </LinkButton>
  )

  if (query.isPending) return <SkeletonPage />
  if (isNotFound(query.error))
    return (
      <Page title="Transcript Not Found">
        <Empty icon="list" heading="h1" title="Transcript Not Found">
          {backHome}
        </Empty>
      </Page>
    )
  if (!answer)
    return (
      <Page title="Error Loading Transcript">
        <Failed query={query} title="Error Loading Transcript" heading="h1">
          {backHome}
        </Failed>
      </Page>
    )
  const origin = origins[answer.origin]
  const processed = processedWords(answer)
  const earlier = answer.versions.some(v => v.id === answer.transcriptId && !v.present)
  return (
    <Page title={`Transcript: ${answer.title}`}>
      <header className="transcript-head">
        <LinkButton
          look="quiet"
          size="small"
          icon="arrow-left"
          to={paths.episode(answer.videoId)}
          className="transcript-back"
        >
          Back to episode
        </LinkButton>
        <h1>{answer.title}</h1>
        <div className="row">
          <Badge tone={processed.tone}>{processed.label}</Badge>
          {origin && <Badge>{origin}</Badge>}
          {answer.givenByReader && <GivenByReader />}
          <code className="transcript-id">{answer.videoId}</code>
          <ListenButton episode={answer.episode} size="small" />
          <ExternalButton href={answer.pageUrl} icon="play">
            Watch
          </ExternalButton>
          {answer.isProcessed && !earlier && <TranscribeAgain videoId={answer.videoId} />}
        </div>
        {answer.origin === 'speech' && <Heard by={answer.heardBy} at={answer.madeAt} />}
        <Versions answer={answer} />
        <Earlier answer={answer} />
      </header>
      <div className="transcript">
        <div className="transcript-main">
          {answer.isProcessed ? (
            <TranscriptText answer={answer} />
          ) : (
            <Empty icon="clock" title="Transcript Processing... check back later" />
          )}
        </div>
        {!earlier && <EntityPanel answer={answer} />}
      </div>
    </Page>
  )
}
