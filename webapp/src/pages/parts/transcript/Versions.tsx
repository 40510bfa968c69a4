import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import type { GetTranscriptResponse, TranscriptVersion } from '@/gen/mentionary/v1/episode_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Badge } from '@/ui/Badge'
import { LinkButton } from '@/ui/Button'
import { origins } from './origins'

/** The transcripts that are kept of an episode, each with what made it. The server tells of them only those who may see earlier ones. */
export function Versions({ answer }: { answer: GetTranscriptResponse }) {
  if (answer.versions.length < 2) return null
  return (
    <nav className="transcript-versions" aria-labelledby="versions">
      <h2 id="versions">Transcripts of this episode</h2>
      <ol>
        {answer.versions.map(v => (
          <li key={v.id}>
            <Link
              to={paths.transcript(answer.videoId, v.present ? undefined : v.id)}
              aria-current={v.id === answer.transcriptId ? 'page' : undefined}
            >
              {madeBy(v)}
            </Link>
            {v.present && <Badge tone="good">Present</Badge>}
            <span className="small muted">{details(v)}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** What an earlier transcript is, and the way to the present one. */
export function Earlier({ answer }: { answer: GetTranscriptResponse }) {
  const present = answer.versions.find(v => v.present)
  if (!present || present.id === answer.transcriptId) return null
  return (
    <div className="transcript-earlier" role="note">
      <p>This is an earlier transcript. Mentions are kept with the present one.</p>
      <LinkButton size="small" to={paths.transcript(answer.videoId)}>
        Present transcript
      </LinkButton>
    </div>
  )
}

function madeBy({ origin, heardBy }: TranscriptVersion): string {
  if (origin === 'speech' && heardBy) return `Heard by ${heardBy}`
  return origins[origin] ?? 'Uploaded transcript'
}

function details({ madeAt, words, language }: TranscriptVersion): string {
  return [madeAt && dateTime(timestampDate(madeAt)), counted(words, 'word'), language].filter(Boolean).join(' · ')
}
