import { useQuery } from '@connectrpc/connect-query'
import { Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import type { UnpublishedEpisode } from '@/gen/mentionary/v1/publication_pb'
import { clock } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { channelName } from '@/modules/channelName'
import { Confidence } from '@/modules/Confidence'
import { Failed } from '@/modules/Failed'
import { Badge } from '@/ui/Badge'
import { Quote } from '@/ui/Quote'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'

/** An upload to read before it is published: its transcript, and what was found in it. */
export function Preview({
  row,
  onClose,
  children,
}: {
  row: UnpublishedEpisode | undefined
  onClose: () => void
  /** what can be done with it */ children: ReactNode
}) {
  const episode = row?.episode
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      size={720}
      title={episode?.title ?? ''}
      footer={<div className="row">{children}</div>}
      destroyOnHidden
    >
      {episode && (
        <div className="uploads-preview">
          <p className="muted">
            {channelName(episode.channel?.name)} · sent by {row.sender || 'somebody unknown'} ·{' '}
            {counted(row.words, 'word')} · <Link to={paths.episode(episode.videoId)}>Open the page</Link>
          </p>
          {row.givenTo && (
            <p>
              Given to <Link to={paths.episode(row.givenTo.id)}>{row.givenTo.title}</Link>, which is analyzed from it
              once you publish it.
            </p>
          )}
          <Tabs
            items={[
              { key: 'mentions', label: 'Mentions', children: <Mentions id={episode.videoId} /> },
              { key: 'transcript', label: 'Transcript', children: <Transcript videoId={episode.videoId} /> },
            ]}
          />
        </div>
      )}
    </Drawer>
  )
}

function Mentions({ id }: { id: string }) {
  const query = useQuery(EpisodeService.method.listEpisodeEntities, { id })
  if (query.isPending) return <SkeletonRows rows={4} height={80} label="Loading the mentions" />
  if (query.isError) return <Failed query={query} />
  if (query.data.entities.length === 0)
    return <Empty icon="list" title="Nothing is mentioned" text="The analysis found no mention that it is sure of." />
  return (
    <ul className="uploads-mentions">
      {query.data.entities.map(e => (
        <li key={e.id}>
          <p>
            <Badge type={e.type}>{typeWords(e.type).singular}</Badge> <b dir="auto">{e.name}</b>{' '}
            <span className="muted small">{counted(e.mentionCount, 'mention')}</span>
          </p>
          {e.mentions.slice(0, 3).map(m => (
            <Quote
              key={m.id}
              size="compact"
              type={e.type}
              text={m.quote}
              surface={m.surface}
              at={m.start}
              playUrl={m.url}
              speaker={m.speaker}
              notes={<Confidence score={m.confidence} reasons={m.reasons} />}
            />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Transcript({ videoId }: { videoId: string }) {
  const query = useQuery(EpisodeService.method.getTranscript, { videoId })
  if (query.isPending) return <SkeletonRows rows={6} height={40} label="Loading the transcript" />
  if (query.isError) return <Failed query={query} />
  const { segments, transcript } = query.data
  if (segments.length === 0) return <p className="uploads-text">{transcript}</p>
  return (
    <ol className="uploads-text">
      {segments.map((s, i) => (
        <li key={i}>
          <span className="muted figures">{clock(s.start)}</span> {s.speaker && <b>{s.speaker}: </b>}
          {s.text}
        </li>
      ))}
    </ol>
  )
}
