import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { signedIn, signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { FavoriteButton } from './FavoriteButton'
import { useSession } from './session'

type Item = { itemType: string; itemId: number }
/** Says when it is known who looks at the page. */
const Person = () => <p>{useSession().state}</p>

function show({
  kept = [],
  total,
  person = signedIn,
  id = 5,
  fail = false,
}: { kept?: Item[]; total?: number; person?: (r: ConnectRouter) => unknown; id?: number; fail?: boolean } = {}) {
  const calls: string[] = []
  let items = kept
  const change = (name: string, next: () => Item[]) => {
    calls.push(name)
    if (fail) throw new ConnectError('no', Code.Unavailable)
    items = next()
    return {}
  }
  renderWith(
    <>
      <FavoriteButton itemType="entity" itemId={id} name="Dune" />
      <Person />
    </>,
    {
      services: r => {
        person(r)
        r.service(FavoriteService, {
          listFavorites: () => {
            calls.push('list')
            return { favorites: items, total: total ?? items.length }
          },
          checkFavorite: () => {
            calls.push('check')
            return { isFavorite: true }
          },
          addFavorite: i => change('add', () => [i, ...items]),
          removeFavorite: i => change('remove', () => items.filter(f => f.itemId !== i.itemId)),
        })
      },
    },
  )
  return calls
}
const heart = () => screen.findByRole('button', { name: 'Favorite Dune' })

test('keeps an item and says so', async () => {
  show()
  await userEvent.click(await heart())
  expect(await heart()).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Added to favorites',
      text: 'Item has been added to your favorites',
    }),
  )
  expect(await heart()).toHaveAttribute('aria-pressed', 'true')
})
test('lets it go and says so', async () => {
  show({
    kept: [
      { itemType: 'episode', itemId: 5 },
      { itemType: 'entity', itemId: 5 },
    ],
  })
  await waitFor(async () => expect(await heart()).toHaveAttribute('aria-pressed', 'true'))
  await userEvent.click(await heart())
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Removed from favorites',
      text: 'Item has been removed from your favorites',
    }),
  )
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
})
test('an episode with the same number is something else', async () => {
  show({ kept: [{ itemType: 'episode', itemId: 5 }] })
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
})
test('a change that fails is taken back', async () => {
  show({ fail: true })
  await userEvent.click(await heart())
  await waitFor(() =>
    expect(currentToast()).toMatchObject({ title: 'Error', text: 'Failed to update favorites', tone: 'error' }),
  )
  expect(await heart()).toHaveAttribute('aria-pressed', 'false')
})
test('with more favorites than one list holds the item is asked for itself', async () => {
  const calls = show({ total: 4000 })
  await waitFor(async () => expect(await heart()).toHaveAttribute('aria-pressed', 'true'))
  expect(calls).toEqual(['list', 'check'])
})
test.each([
  ['a visitor', { person: signedOut }],
  ['an item without an id', { id: 0 }],
])('%s: no button and no question', async (_, given) => {
  const calls = show(given)
  expect(await screen.findByText(/^(in|out)$/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(calls).toEqual([])
})
