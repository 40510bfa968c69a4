import { useQuery } from '@connectrpc/connect-query'
import type { Channel } from '@/gen/mentionary/v1/channel_pb'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { Button } from '@/ui/Button'
import { useFollowing } from './follows'
import { useSession } from './session'
import { useSignInFirst } from './useSignInFirst'

type Props = { channel: Pick<Channel, 'channelId' | 'name' | 'platform'> }

const offer = { look: 'primary', size: 'small', icon: 'plus' } as const
const kept = { look: 'secondary', size: 'small', icon: 'check' } as const

/** Follows the channel a page is about. Channels made of uploaded files get no new episodes, so there it is not shown. */
export function FollowButton({ channel }: Props) {
  const session = useSession()
  if (channel.platform === 'upload' || channel.channelId === '') return null
  switch (session.state) {
    case 'loading':
      return (
        <Button {...offer} disabled>
          Follow
        </Button>
      )
    case 'out':
      return <VisitorFollow />
    case 'in':
      return <OwnFollow channel={channel} />
  }
}

function VisitorFollow() {
  const signInFirst = useSignInFirst()
  return (
    <Button {...offer} onClick={() => signInFirst('Please sign in to follow channels')}>
      Follow
    </Button>
  )
}

function OwnFollow({ channel: { channelId, name } }: Props) {
  // When this cannot be asked, the button offers to follow: following twice changes nothing.
  const check = useQuery(FollowService.method.checkFollow, { channelId })
  const setFollowing = useFollowing({ channelId, name })
  const isFollowing = check.data?.isFollowing === true
  return (
    <Button
      {...(isFollowing ? kept : offer)}
      aria-pressed={isFollowing}
      disabled={check.isPending}
      onClick={() => setFollowing(!isFollowing)}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  )
}
