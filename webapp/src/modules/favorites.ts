import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import {
  FavoriteSchema,
  FavoriteService,
  ListFavoritesResponseSchema,
  type ListFavoritesResponse,
} from '@/gen/mentionary/v1/favorite_pb'
import { toast, toastError } from '@/ui/toasts'

export type FavoriteItem = { itemType: 'episode' | 'entity'; itemId: number }

// One list answers for every heart of a page; a person with more favorites than that is asked about one by one.
const all = { limit: 1000 }

/** Whether the item is a favorite of the person, and how to change that; it is shown at once and taken back on failure. */
export function useFavorite({ itemType, itemId }: FavoriteItem, enabled: boolean) {
  const transport = useTransport()
  const client = useQueryClient()
  const list = useQuery(FavoriteService.method.listFavorites, all, { enabled })
  const inList = list.data?.favorites.some(f => f.itemType === itemType && f.itemId === itemId)
  const unlisted = inList === false && list.data !== undefined && list.data.total > list.data.favorites.length
  const check = useQuery(FavoriteService.method.checkFavorite, { itemType, itemId }, { enabled: enabled && unlisted })
  const isFavorite = inList === true || check.data?.isFavorite === true

  const listKey = createConnectQueryKey({
    schema: FavoriteService.method.listFavorites,
    transport,
    input: all,
    cardinality: 'finite',
  })
  const show = async (change: (before: ListFavoritesResponse) => ListFavoritesResponse) => {
    await client.cancelQueries({ queryKey: listKey })
    const before = client.getQueryData(listKey)
    if (before) client.setQueryData(listKey, change(before))
    return before
  }
  const again = () =>
    Promise.all([
      client.invalidateQueries({
        queryKey: createConnectQueryKey({
          schema: FavoriteService.method.listFavorites,
          transport,
          cardinality: undefined,
        }),
      }),
      client.invalidateQueries({
        queryKey: createConnectQueryKey({
          schema: FavoriteService.method.checkFavorite,
          transport,
          cardinality: undefined,
        }),
      }),
    ])
  const takeBack = (before: ListFavoritesResponse | undefined) => {
    if (before) client.setQueryData(listKey, before)
    toastError('Error', 'Failed to update favorites')
  }
  const add = useMutation(FavoriteService.method.addFavorite, { onSettled: again })
  const remove = useMutation(FavoriteService.method.removeFavorite, { onSettled: again })
  const busy = add.isPending || remove.isPending
  const withIt = (b: ListFavoritesResponse) =>
    create(ListFavoritesResponseSchema, {
      favorites: [create(FavoriteSchema, { itemType, itemId }), ...b.favorites],
      total: b.total + 1,
    })
  const without = (b: ListFavoritesResponse) =>
    create(ListFavoritesResponseSchema, {
      favorites: b.favorites.filter(f => f.itemType !== itemType || f.itemId !== itemId),
      total: Math.max(0, b.total - 1),
    })
  // Its row may be gone when the call returns, as in the list of favorites: what follows must not depend on it.
  const change = async () => {
    const before = await show(isFavorite ? without : withIt)
    try {
      await (isFavorite ? remove : add).mutateAsync({ itemType, itemId })
      if (isFavorite) toast('Removed from favorites', 'Item has been removed from your favorites')
      else toast('Added to favorites', 'Item has been added to your favorites')
    } catch {
      takeBack(before)
    }
  }
  return {
    isFavorite,
    toggle: () => {
      if (!busy) void change()
    },
  }
}
