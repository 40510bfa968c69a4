import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { renderWith } from '@/testing/render'
import { Component as Directory } from './Directory'

function show(at: string, { total = 30 }: { total?: number } = {}) {
  const asked: object[] = []
  const view = renderWith(
    <main id="content" tabIndex={-1}>
      <Directory />
    </main>,
    {
      path: '/directory',
      at,
      services: r => {
        r.service(EpisodeService, {
          listEpisodes: ({ search, type, entity, limit, offset }) => {
            asked.push({ search, type, entity, limit, offset })
            return { episodes: total === 0 ? [] : [{ id: 1, title: 'Slow reading', isProcessed: true }], total }
          },
        })
        r.service(EntityService, {
          listEntities: ({ type, search }) => {
            asked.push({ type, search })
            return {
              entities: [{ id: 3, type: 'book', name: 'Dune', metadata: { author: 'Frank Herbert' } }],
              total: 1,
            }
          },
          getEntity: () => ({ entity: { id: 9, type: 'concept', name: 'Second-order thinking' } }),
        })
      },
    },
  )
  return { ...view, asked }
}

test('episodes first: how many the server found, a page of them, and the other pages', async () => {
  const { asked } = show('/directory')
  expect(await screen.findByText('30 episodes found')).toBeVisible()
  expect(asked).toEqual([{ search: '', type: '', entity: 0, limit: 12, offset: 0 }])
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/directory?page=2')
})
test('what is filtered stands in the address', async () => {
  const { router, asked } = show('/directory?page=2')
  await screen.findByText('30 episodes found')
  await userEvent.type(screen.getByRole('searchbox'), 'tea')
  await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'tea', type: '', entity: 0, limit: 12, offset: 0 }))
  expect(router.state.location.search).toBe('?search=tea&tab=episodes')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Organizations')
  await waitFor(() => expect(asked.at(-1)).toEqual({ search: 'tea', type: 'company', entity: 0, limit: 12, offset: 0 }))
  expect(router.state.location.search).toBe('?search=tea&tab=episodes&type=organization')
})
test('an entity in the address is a chip that can be taken away', async () => {
  const { router, asked } = show('/directory?type=concept&entity=9')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Second-order thinking' }))
  expect(asked[0]).toEqual({ search: '', type: '', entity: 9, limit: 12, offset: 0 })
  expect(router.state.location.search).toBe('?type=concept&tab=episodes')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})
test('a type alone opens its table', async () => {
  const { asked } = show('/directory?type=book')
  expect(await screen.findByRole('table', { name: 'Books' })).toBeVisible()
  expect(screen.getAllByRole('columnheader').map(h => h.textContent)).toEqual([
    'Name',
    'Description',
    'Episodes',
    'Links',
  ])
  for (const text of ['by Frank Herbert', 'No description available', 'Available', '1 book found'])
    expect(screen.getByText(text)).toBeVisible()
  expect(asked).toEqual([{ type: 'book', search: '' }])
})
test('the tabs of the table change the type in the address', async () => {
  const { router } = show('/directory?tab=entities')
  await userEvent.click(await screen.findByRole('tab', { name: 'Organizations' }))
  expect(router.state.location.search).toBe('?tab=entities&type=organization')
})
test('nothing found', async () => {
  show('/directory?search=zzz', { total: 0 })
  expect(await screen.findByText('No episodes found')).toBeVisible()
  expect(screen.getByText('Try adjusting your search terms or filters')).toBeVisible()
})
