import { useState, type ReactNode } from 'react'
import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { counted } from '@/lib/plurals'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { letterOf, useSession } from '@/modules/session'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { SkeletonRows } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { Activity } from './parts/profile/Activity'
import { Bookmarklet } from './parts/profile/Bookmarklet'
import { Favorites } from './parts/profile/Favorites'
import { FollowedChannels } from './parts/profile/FollowedChannels'
import { Limits } from './parts/profile/Limits'
import { useCollection, type Collection } from './parts/profile/collection'
import { shareCollection, shareProfile } from './parts/profile/links'
import { fullName, memberSince } from './parts/profile/names'
import { Overview } from './parts/profile/Overview'
import { OwnData } from './parts/profile/OwnData'
import { Preferences } from './parts/profile/Preferences'
import { PublishDialog } from './parts/profile/PublishDialog'
import { Sessions } from './parts/profile/Sessions'
import { Tokens } from './parts/profile/Tokens'
import './parts/profile/profile.css'

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'activity', label: 'Activity' },
  { id: 'favorites', label: 'Favorites' },
  { id: 'preferences', label: 'Preferences' },
] as const
type TabName = (typeof tabs)[number]['id']

function ProfileHead({ user, since, onShare }: { user: CurrentUser; since: string | undefined; onShare: () => void }) {
  const name = fullName(user)
  return (
    <header className="profile-head">
      <Avatar src={user.profileImageUrl} letter={letterOf(user)} size={96} />
      <div className="profile-words">
        <h1>{user.firstName || user.email || user.displayName || 'User'}</h1>
        {name && <p className="lead">{name}</p>}
        <p className="row">
          {user.email && <Badge icon="profile">{user.email}</Badge>}
          {since && <span className="small muted">Member since {since}</span>}
        </p>
      </div>
      <div>
        <Button icon="share" onClick={onShare}>
          Share Profile
        </Button>
      </div>
    </header>
  )
}

function OwnProfile({ user }: { user: CurrentUser }) {
  const { read, choose } = useAddress()
  const tab: TabName = tabs.find(t => t.id === read('tab'))?.id ?? 'overview'
  const { query, collection } = useCollection()
  const [asked, setAsked] = useState<'profile' | 'collection'>()
  const since = memberSince(user.createdAt)
  const saved = collection ? `Your ${counted(collection.all.length, 'favorite')}` : 'Your favorites'

  const send = (what: 'profile' | 'collection') =>
    void (what === 'profile' ? shareProfile(user.id) : shareCollection(user.id, user.displayName || 'User'))
  const begin = (what: 'profile' | 'collection') => {
    if (user.published) send(what)
    else setAsked(what)
  }
  const loaded = (show: (collection: Collection) => ReactNode) => {
    if (query.isError) return <Failed query={query} />
    return collection ? show(collection) : <SkeletonRows rows={4} height={64} />
  }
  return (
    <Page title="My Profile">
      <ProfileHead user={user} since={since} onShare={() => begin('profile')} />
      <Tabs label="Profile" tabs={tabs} value={tab} onChange={v => choose({ tab: v === 'overview' ? undefined : v })}>
        {tab === 'overview' && loaded(c => <Overview collection={c} since={since} />)}
        {tab === 'activity' && loaded(c => <Activity collection={c} />)}
        {tab === 'favorites' &&
          loaded(c => <Favorites user={user} collection={c} onShare={() => begin('collection')} />)}
        {tab === 'preferences' && (
          <>
            <Preferences user={user} since={since} saved={saved} />
            <FollowedChannels />
            <Limits />
            <Bookmarklet />
            <Sessions />
            <Tokens />
            <OwnData />
          </>
        )}
      </Tabs>
      <PublishDialog
        user={user}
        saved={saved}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onPublished={() => asked && send(asked)}
      />
    </Page>
  )
}

/** One's own profile: what was saved, and how one is shown to others. The route lets only signed-in people in. */
export function Component() {
  const session = useSession()
  return session.state === 'in' ? <OwnProfile user={session.user} /> : null
}
