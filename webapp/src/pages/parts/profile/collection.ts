import { useEffect } from 'react'
import { useInfiniteQuery } from '@connectrpc/connect-query'
import type { Entity, Episode } from '@/gen/mentionary/v1/common_pb'
import { FavoriteService, type Favorite } from '@/gen/mentionary/v1/favorite_pb'
import { groupBy } from '@/lib/groups'
import { entityType, entityTypes } from '@/lib/types'
import { byOffset } from '@/modules/paged'

export type SavedEpisode = Favorite & { episode: Episode }
export type SavedEntity = Favorite & { entity: Entity }

/** What is saved, the newest first. */
export type Collection = {
  all: readonly (SavedEpisode | SavedEntity)[]
  episodes: readonly SavedEpisode[]
  entities: readonly SavedEntity[]
}

/** Whether an episode was saved, rather than an entity. */
export const isEpisode = (f: Favorite): f is SavedEpisode => f.episode !== undefined
const isEntity = (f: Favorite): f is SavedEntity => f.entity !== undefined

/** Favorites in their order, apart by kind. One whose object did not come along cannot be shown and is left out. */
export function collectionOf(favorites: readonly Favorite[]): Collection {
  return {
    all: favorites.filter(f => isEpisode(f) || isEntity(f)),
    episodes: favorites.filter(isEpisode),
    entities: favorites.filter(isEntity),
  }
}

/** Saved entities by type, in the order of the product's tabs; a type we do not know comes last under its own word. */
export function byType(entities: readonly SavedEntity[]): [type: string, entities: SavedEntity[]][] {
  const groups = groupBy(entities, f => entityType(f.entity.type) ?? f.entity.type)
  const known = entityTypes.map(t => t.type as string)
  const place = (type: string) => (known.includes(type) ? known.indexOf(type) : known.length)
  return [...groups].sort(([a], [b]) => place(a) - place(b))
}

const pageSize = 1000

/** All of one's own favorites, page after page: the numbers and the export are about everything that is saved. */
export function useCollection() {
  const query = useInfiniteQuery(
    FavoriteService.method.listFavorites,
    { limit: pageSize, offset: 0 },
    byOffset(page => page.favorites.length),
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const goOn = hasNextPage && !isFetching && !isError
  // Also after each page that came so fast that nothing was drawn while it was fetched.
  const pages = query.data?.pages.length
  useEffect(() => {
    if (goOn) void fetchNextPage()
  }, [goOn, pages, fetchNextPage])
  const complete = query.isSuccess && !hasNextPage
  return { query, collection: complete ? collectionOf(query.data.pages.flatMap(p => p.favorites)) : undefined }
}
