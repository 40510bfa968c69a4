import { useQuery } from '@connectrpc/connect-query'
import { Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { EpisodeService, type GetTranscriptResponse } from '@/gen/mentionary/v1/episode_pb'
import type { UnpublishedEpisode } from '@/gen/mentionary/v1/publication_pb'
import { clock } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Answered } from '@/modules/Answered'
import { channelName } from '@/modules/channelName'
import { Confidence } from '@/modules/Confidence'
import { Badge } from '@/ui/Badge'
import { Quote } from '@/ui/Quote'
import { Empty } from '@/ui/States'
import { Tabs } from '@/ui/Tabs'

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
        <div className="stack">
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
          <Found key={episode.id} videoId={episode.videoId} />
        </div>
      )}
    </Drawer>
  )
}

const tabs = [
  { id: 'mentions', label: 'Mentions' },
  { id: 'transcript', label: 'Transcript' },
] as const

function Found({ videoId }: { videoId: string }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('mentions')
  return (
    <Tabs label="What there is to read" tabs={tabs} value={tab} onChange={setTab}>
      {tab === 'mentions' ? <Mentions id={videoId} /> : <Transcript videoId={videoId} />}
    </Tabs>
  )
}

function Mentions({ id }: { id: string }) {
  const query = useQuery(EpisodeService.method.listEpisodeEntities, { id })
  return (
    <Answered query={query} rows={4} height={80} label="Loading the mentions">
      {({ entities }) =>
        entities.length === 0 ? (
          <Empty icon="list" title="Nothing is mentioned" text="The analysis found no mention that it is sure of." />
        ) : (
          <ul className="stack">
            {entities.map(e => (
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
    </Answered>
  )
}

function Transcript({ videoId }: { videoId: string }) {
  const query = useQuery(EpisodeService.method.getTranscript, { videoId })
  return (
    <Answered query={query} rows={6} height={40} label="Loading the transcript">
      {data => <Text transcript={data} />}
    </Answered>
  )
}

function Text({ transcript: { segments, transcript } }: { transcript: GetTranscriptResponse }) {
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
