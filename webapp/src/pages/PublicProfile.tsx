import { useQuery } from '@connectrpc/connect-query'
import { useParams } from 'react-router'
import type { Favorite } from '@/gen/mentionary/v1/favorite_pb'
import { UserService } from '@/gen/mentionary/v1/user_pb'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { typeWords } from '@/lib/types'
import { EntityCard } from '@/modules/EntityCard'
import { Failed, isNotFound } from '@/modules/Failed'
import { FavoriteButton } from '@/modules/FavoriteButton'
import { letterOf, useSession } from '@/modules/session'
import { Avatar } from '@/ui/Avatar'
import { Button, LinkButton } from '@/ui/Button'
import { Page, Section, Stats } from '@/ui/Page'
import { SkeletonCards, SkeletonPage } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { byType, collectionOf } from './parts/profile/collection'
import { Added, EpisodeRow } from './parts/profile/FavoriteRow'
import { Firsts } from './parts/profile/Firsts'
import { shareCollection } from './parts/profile/links'
import { collectingSince, publicName } from './parts/profile/names'
import { Saved } from './parts/profile/Saved'
import './parts/profile/profile.css'

// A section starts with this many; a button shows the rest.
const firstEntities = 12
const firstEpisodes = 20

function Discoveries({ favorites }: { favorites: readonly Favorite[] }) {
  const { all, episodes, entities } = collectionOf(favorites)
  const types = byType(entities)
  return (
    <>
      <Stats
        stats={[
          { label: 'Total Saved', value: count(all.length) },
          { label: 'Discoveries', value: count(entities.length) },
          { label: 'Episodes', value: count(episodes.length) },
          { label: 'Categories', value: count(types.length) },
        ]}
      />
      {all.length === 0 && (
        <Empty icon="heart" title="No favorites yet">
          <LinkButton look="primary" to={paths.directory()}>
            Explore Episodes
          </LinkButton>
        </Empty>
      )}
      {types.map(([type, saved]) => (
        <Section key={type} title={typeWords(type).label} type={type}>
          <Firsts items={saved} most={firstEntities} word={typeWords(type).singular}>
            {shown => (
              <div className="grid profile-cards">
                {shown.map(f => (
                  <EntityCard
                    key={f.id}
                    entity={f.entity}
                    action={<FavoriteButton itemType="entity" itemId={f.itemId} name={f.entity.name} />}
                  >
                    <p>
                      <Added at={f.createdAt} />
                    </p>
                  </EntityCard>
                ))}
              </div>
            )}
          </Firsts>
        </Section>
      ))}
      <Saved
        title="Favorite Episodes"
        items={episodes}
        most={firstEpisodes}
        word="episode"
        row={f => <EpisodeRow key={f.id} favorite={f} />}
      />
    </>
  )
}

/** There is no such profile, or its owner keeps it to themselves: to everybody else that is the same. */
function Missing({ userId }: { userId: string }) {
  const session = useSession()
  const own = session.state === 'in' && session.user.id === userId
  return (
    <Page title="Profile Not Found">
      {own ? (
        <Empty
          icon="person"
          heading="h1"
          title="Profile Not Found"
          text="This is what others see: your profile is private. You can publish it in your preferences."
        >
          <LinkButton look="primary" to={paths.ownProfile('preferences')}>
            Open Preferences
          </LinkButton>
        </Empty>
      ) : (
        <Empty icon="person" heading="h1" title="Profile Not Found" text="This profile does not exist or is private.">
          <LinkButton look="primary" to={paths.home()}>
            Go Home
          </LinkButton>
        </Empty>
      )}
    </Page>
  )
}

/** What somebody has collected, for everybody. */
export function Component() {
  const { userId = '' } = useParams()
  const profile = useQuery(UserService.method.getPublicUser, { userId })
  const favorites = useQuery(UserService.method.listPublicFavorites, { userId, withQuotes: true })
  const user = profile.data?.user

  if (profile.isPending) return <SkeletonPage />
  // The second one: it was made private between the two questions.
  if (isNotFound(profile.error) || (profile.isSuccess && !user) || isNotFound(favorites.error))
    return <Missing userId={userId} />
  if (!user)
    return (
      <Page title="Profile">
        <Failed query={profile} heading="h1" />
      </Page>
    )
  const name = publicName(user)
  const since = collectingSince(user.createdAt)
  return (
    <Page title={`${name}'s Discoveries`}>
      <header className="profile-head">
        <Avatar src={user.profileImageUrl} letter={letterOf({ firstName: name })} size={96} />
        <div className="profile-words">
          <h1>{name}'s Discoveries</h1>
          {since && <p className="muted">Collecting since {since}</p>}
        </div>
        <div>
          <Button icon="share" onClick={() => void shareCollection(userId, name)}>
            Share Collection
          </Button>
        </div>
      </header>
      {favorites.isPending && <SkeletonCards cover="" />}
      {favorites.isError && <Failed query={favorites} />}
      {favorites.data && <Discoveries favorites={favorites.data.favorites} />}
    </Page>
  )
}
