import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import type { Channel } from '@/gen/mentionary/v1/channel_pb'
import { FollowService, type Follow } from '@/gen/mentionary/v1/follow_pb'
import { date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Failed } from '@/modules/Failed'
import { useFollowing } from '@/modules/follows'
import { Button, LinkButton } from '@/ui/Button'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Setting, SettingRow } from './Setting'

function FollowedChannel({ channel, createdAt }: { channel: Channel; createdAt: Follow['createdAt'] }) {
  const setFollowing = useFollowing(channel)
  return (
    <SettingRow
      action={
        <Button size="small" aria-label={`Unfollow ${channel.name}`} onClick={() => setFollowing(false)}>
          Unfollow
        </Button>
      }
    >
      <p className="setting-name clamp-2">
        <Link to={paths.channel(channel.channelId)}>{channel.name}</Link>
      </p>
      {createdAt && <p className="setting-facts">Since {date(timestampDate(createdAt))}</p>}
    </SettingRow>
  )
}

/** The channels whose new episodes are analyzed by themselves. */
export function FollowedChannels() {
  const query = useQuery(FollowService.method.listFollows, {}, { staleTime: 0 })
  const show = () => {
    if (query.isPending) return <SkeletonRows rows={2} height={52} />
    if (query.isError) return <Failed query={query} />
    if (query.data.follows.length === 0)
      return (
        <Empty
          icon="episode"
          title="You are not following any channels yet"
          text="Press Follow on a channel’s page to list it here."
        >
          <LinkButton to={paths.channels()}>Explore Channels</LinkButton>
        </Empty>
      )
    return (
      <>
        <ul className="setting-list">
          {query.data.follows.map(
            f => f.channel && <FollowedChannel key={f.channel.channelId} channel={f.channel} createdAt={f.createdAt} />,
          )}
        </ul>
        <LinkButton size="small" icon="download" href={paths.followsExport()}>
          Export for podcast apps (OPML)
        </LinkButton>
      </>
    )
  }
  return (
    <Setting title="Channels you follow" text="Their new episodes are analyzed every six hours.">
      {show()}
    </Setting>
  )
}
