import { known, optional, text } from '@/lib/known'
import { Page } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import './channel.css'

/** What the server can say of a channel before any code runs: the head of its page. */
export const knownChannel = () =>
  known({
    name: text('GetChannel.channel.name'),
    description: optional('GetChannel.channel.description'),
    picture: optional('GetChannel.channel.thumbnailUrl'),
  })

export function KnownChannel({ channel }: { channel: NonNullable<ReturnType<typeof knownChannel>> }) {
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
      </Page>
    </Loading>
  )
}
