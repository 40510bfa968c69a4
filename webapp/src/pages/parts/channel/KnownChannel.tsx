import type { ReactNode } from 'react'
import { known, optional, text } from '@/lib/known'
import { Card } from '@/ui/Card'
import { Page } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import './channel.css'

const episode = (at: number) => ({
  title: optional(`ListChannelEpisodes.episodes.${at}.title`),
  picture: optional(`ListChannelEpisodes.episodes.${at}.thumbnailUrl`),
})

/** What the server can say of a channel before any code runs: the head of its page, and the pictures and titles of its first episodes. */
export const knownChannel = () =>
  known({
    name: text('GetChannel.channel.name'),
    description: optional('GetChannel.channel.description'),
    picture: optional('GetChannel.channel.thumbnailUrl'),
  })

export function KnownChannel({
  channel,
  children,
}: {
  channel: NonNullable<ReturnType<typeof knownChannel>>
  /** what stands between the head and the episodes */ children: ReactNode
}) {
  return (
    <Loading>
      <Page title={channel.name}>
        <header className="channel-head">
          <div className="channel-head-cover">
            <span className="cover cover-channel cover-round">
              <img src={channel.picture} alt="" />
            </span>
          </div>
          <div className="channel-head-words">
            <p className="row">
              <span className="kicker">Channel</span>
            </p>
            <h1>{channel.name}</h1>
            <p className="lead channel-description">{channel.description}</p>
            <Skeleton width="30%" height="1.6em" />
            <Skeleton width="40%" height={32} />
          </div>
        </header>
        {children}
      </Page>
    </Loading>
  )
}

/** The cards of the first episodes; one without an episode is not seen. */
export function KnownEpisodes() {
  return (
    <div className="grid">
      {[0, 1, 2].map(episode).map(({ title, picture }) => (
        <Card key={title} className="episode-card known-card">
          <span className="cover cover-episode">
            <img src={picture} alt="" />
          </span>
          <Skeleton width="60%" height={24} />
          <h3 className="clamp-2">{title}</h3>
          <Skeleton height={72} />
        </Card>
      ))}
    </div>
  )
}
