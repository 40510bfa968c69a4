import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { MergeService } from '@/gen/mentionary/v1/merge_pb'
import { QualityService } from '@/gen/mentionary/v1/quality_pb'
import { WatchService } from '@/gen/mentionary/v1/watch_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { Component } from './AdminDataQuality'

configure({ asyncUtilTimeout: 8_000 }) // antd's pieces are slow to draw without a browser

const book = (id: number, name = `Book ${id}`, more: object = {}) => ({
  id,
  name,
  type: 'book',
  mentionCount: 20 - id,
  episodeCount: 1,
  metadata: {},
  ...more,
})

type Answers = { entity?: object; quality?: object; merge?: object; watch?: () => AsyncIterable<object> }

function show(at: string, { entity = {}, quality = {}, merge = {}, watch }: Answers = {}) {
  return renderRoutes([{ path: '/admin/data-quality', element: <Component />, HydrateFallback: () => null }], {
    at,
    services: r => {
      signedInWith('submit', 'moderate')(r)
      r.service(EntityService, {
        listEntities: () => ({ entities: Array.from({ length: 12 }, (_, i) => book(i + 1)), total: 12 }),
        getEntity: ({ id }) => ({ entity: book(id) }),
        ...entity,
      })
      r.service(QualityService, { listPasses: () => ({}), listDuplicates: () => ({}), ...quality })
      r.service(MergeService, merge)
      r.service(WatchService, {
        watch: async function* (_, { signal }) {
          if (watch) yield* watch()
          await new Promise(resolve => signal.addEventListener('abort', resolve))
        },
      })
    },
  })
}

const said = () => [currentToast()?.title, currentToast()?.text]

test('the type starts at book, and the first ten entities are offered', async () => {
  const asked = vi.fn(() => ({ entities: Array.from({ length: 12 }, (_, i) => book(i + 1)), total: 12 }))
  show('/admin/data-quality', { entity: { listEntities: asked } })
  expect(await screen.findAllByRole('button', { name: 'Find Similar' })).toHaveLength(10)
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ type: 'book', limit: 50 }), expect.anything())
  expect(screen.getByRole('tab', { name: 'Link Validation' })).toHaveAttribute('aria-selected', 'true')
})

test('validating tells how many; a failure says so in the specified words', async () => {
  let fail = false
  show('/admin/data-quality', {
    entity: {
      batchValidate: () => {
        if (fail) throw new ConnectError('away', Code.Unavailable)
        return { results: [{ entity: book(1) }, { entity: book(2) }] }
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Validate Links' }))
  await waitFor(() => expect(said()).toEqual(['Validation Complete', 'Validated 2 entities']))
  fail = true
  await userEvent.click(screen.getByRole('button', { name: 'Validate Links' }))
  await waitFor(() => expect(said()).toEqual(['Validation Failed', 'Unable to validate entities']))
})

test('a pass shows its counts live, and its results with confidence', async () => {
  let done = 1
  show('/admin/data-quality', {
    quality: {
      listPasses: ({ kind }: { kind: string }) =>
        kind === 'links'
          ? {
              passes: [{ id: 4, kind, state: 'live', stateText: 'Running', done, total: 50, valid: 3, invalid: 1 }],
            }
          : {},
      listPassResults: () => ({
        results: [
          {
            entity: book(1),
            validLinks: [{ kind: 'website', url: 'https://a.example/', reason: 'It answers.' }],
            invalidLinks: [{ kind: 'website', url: 'https://b.example/', reason: 'It is gone.' }],
            confidence: 0.5,
          },
        ],
        total: 1,
      }),
    },
    watch: async function* () {
      yield await Promise.resolve({ passes: [] })
      done = 30
      yield { passes: [{ id: 4 }] }
    },
  })
  expect(await screen.findByText('30 of 50 entities')).toBeInTheDocument()
  expect(screen.getByText('3 valid')).toBeInTheDocument()
  const row = (await screen.findByText('1 invalid', { selector: '.quality-bad' })).closest('tr')!
  expect(within(row).getByText('Low')).toBeInTheDocument()
  expect(within(row).getByText('50%')).toBeInTheDocument()
})

test('a lookup is begun by a button, and one that failed says why', async () => {
  const begun = vi.fn(() => ({ pass: { id: 5 } }))
  const reason = 'No public catalog is switched on.'
  show('/admin/data-quality?type=person', {
    quality: {
      startPass: begun,
      listPasses: ({ kind }: { kind: string }) =>
        kind === 'lookups' ? { passes: [{ id: 4, kind, state: 'failed', stateText: 'Failed', total: 9, reason }] } : {},
    },
  })
  const last = await screen.findByRole('region', { name: 'The last lookup' })
  expect(within(last).getByText('Failed')).toBeInTheDocument()
  expect(within(last).getByText(reason)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Look Up' }))
  await waitFor(() =>
    expect(begun).toHaveBeenCalledWith(
      expect.objectContaining({ kind: 'lookups', entityType: 'person', limit: 200 }),
      expect.anything(),
    ),
  )
})

test('finding duplicates tells the counts; it asks for the first hundred', async () => {
  const asked = vi.fn(() => ({ merged: 2, created: 0, skipped: 3 }))
  show('/admin/data-quality?tab=duplicates', { entity: { batchDisambiguate: asked } })
  await userEvent.click(await screen.findByRole('button', { name: 'Find Duplicates' }))
  await waitFor(() => expect(said()).toEqual(['Disambiguation Complete', 'Merged: 2, Created: 0, Skipped: 3']))
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ entityType: 'book', limit: 100 }), expect.anything())
})

test('a pass for duplicates goes over the whole type, and the pairs are read again when it has ended', async () => {
  const begun = vi.fn(() => ({ pass: { id: 7 } }))
  let state = ''
  let tell: () => void = () => undefined
  const pairs = vi.fn(() => ({ pairs: [], total: 0 }))
  show('/admin/data-quality?tab=duplicates', {
    quality: {
      startPass: () => {
        state = 'live'
        return begun()
      },
      listDuplicates: pairs,
      listPasses: () =>
        state
          ? {
              passes: [
                { id: 7, kind: 'duplicates', state, stateText: state, done: 2000, total: 9000, merged: 2, review: 1 },
              ],
            }
          : {},
    },
    watch: async function* () {
      await new Promise<void>(resolve => (tell = resolve))
      yield { passes: [{ id: 7 }] }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Look at more than 100' }))
  await userEvent.click(await screen.findByText('Among all books'))
  const last = await screen.findByRole('region', { name: 'The last pass' })
  expect(within(last).getByText('2,000 of 9,000 entities')).toBeInTheDocument()
  expect(within(last).getByText('2 merged')).toBeInTheDocument()
  expect(within(last).getByText('1 pair for a person')).toBeInTheDocument()
  expect(begun).toHaveBeenCalledOnce()
  const before = pairs.mock.calls.length
  state = 'done'
  tell()
  await waitFor(() => expect(within(last).getByText('done')).toBeInTheDocument())
  await waitFor(() => expect(pairs.mock.calls.length).toBeGreaterThan(before))
})

test('a pair is rejected, the next one comes, and undo takes it back', async () => {
  const apart = new Set<string>()
  const pair = (a: number, b: number) => ({ first: book(a), second: book(b), similarity: 0.8 })
  show('/admin/data-quality?tab=duplicates', {
    quality: {
      listDuplicates: () => ({
        pairs: [pair(1, 2), pair(3, 4)].filter(p => !apart.has(`${p.first.id}-${p.second.id}`)),
        total: 2,
      }),
      compareEntities: ({ id, otherId }: { id: number; otherId: number }) => ({
        first: { entity: book(id) },
        second: { entity: book(otherId) },
        matchType: 'similar',
        reasons: ['The names differ in one sign.'],
      }),
      unmarkDistinct: ({ id, otherId }: { id: number; otherId: number }) => {
        apart.delete(`${id}-${otherId}`)
        return {}
      },
    },
    merge: {
      markDistinct: ({ id, otherId }: { id: number; otherId: number }) => {
        apart.add(`${id}-${otherId}`)
        return {}
      },
    },
  })
  expect(await screen.findByText('The names differ in one sign.')).toBeInTheDocument()
  await userEvent.keyboard('n')
  expect(await screen.findByRole('article', { name: 'Book 3' })).toBeInTheDocument()
  expect([...apart]).toEqual(['1-2'])
  await userEvent.keyboard('u')
  expect(await screen.findByRole('article', { name: 'Book 1' })).toBeInTheDocument()
  await userEvent.keyboard('s')
  expect(await screen.findByRole('article', { name: 'Book 3' })).toBeInTheDocument()
  expect(screen.getByText(/1 skipped/)).toBeInTheDocument()
})

test('what is similar has a bar, a dot and a real merge; without an answer the toast says so', async () => {
  const merged = vi.fn(() => ({ merge: { id: 7, survivorName: 'Book 1', mergedName: 'Bok 1' } }))
  let fail = true
  show('/admin/data-quality?similar=1', {
    entity: {
      listSimilarEntities: () => {
        if (fail) throw new ConnectError('away', Code.Unavailable)
        return { results: [{ entity: book(9, 'Bok 1'), matchType: 'similar', similarity: 0.91, confidence: 0.82 }] }
      },
    },
    merge: {
      previewMerge: () => ({
        parts: [{ merged: book(9, 'Bok 1'), mentionsMoved: 4, episodesMoved: 2, reasons: ['The same author.'] }],
      }),
      mergeEntities: merged,
    },
  })
  await waitFor(() => expect(said()).toEqual(['Error', 'Failed to find similar entities']))
  fail = false
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  const card = (await screen.findByText('Bok 1')).closest('li')!
  expect(within(card).getByText('91%')).toBeInTheDocument()
  expect(within(card).getByText('82%')).toBeInTheDocument()
  expect(within(card).getByText('High')).toBeInTheDocument()
  await userEvent.click(within(card).getByRole('button', { name: 'Merge' }))
  // Without a browser antd gives all dialogs one id, so that they have no names of their own.
  const dialog = (await screen.findByText('Merge Entities')).closest<HTMLElement>('[role=dialog]')!
  expect(await within(dialog).findByText('4 mentions')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(said()).toEqual(['Entities Merged', '“Bok 1” is now part of “Book 1”.']))
  expect(merged).toHaveBeenCalledWith(expect.objectContaining({ id: 1, mergedIds: [9] }), expect.anything())
})

test('spellings of one thing are merged at once, but for one that is left out, and undone as one', async () => {
  const merged = vi.fn(() => ({ merge: { id: 7, survivorName: 'Book 1', mergedName: 'Book 2' } }))
  const unmerged = vi.fn(({ id }: { id: number }) => ({ merge: { id } }))
  const unmarked = vi.fn<(asked: { otherId: number }) => object>(() => ({}))
  show('/admin/data-quality?tab=entities', {
    quality: {
      listCuratedEntities: () => ({ entities: [1, 2, 3, 4].map(id => ({ entity: book(id) })), total: 4 }),
      unmarkDistinct: unmarked,
    },
    merge: {
      previewMerge: ({ mergedIds }: { mergedIds: number[] }) => ({
        parts: mergedIds.map(id => ({ merged: book(id), mentionsMoved: id, warnings: [`Look at ${id}.`] })),
      }),
      mergeEntities: merged,
      undoMerge: unmerged,
    },
  })
  await screen.findByText('4 entities')
  await userEvent.keyboard('a')
  await screen.findByText('4 of 4 selected')
  await userEvent.keyboard('m')
  const dialog = (await screen.findByText('Merge Entities')).closest<HTMLElement>('[role=dialog]')!
  expect(await within(dialog).findByText('What moves from “Book 4”')).toBeInTheDocument()
  expect(within(dialog).getByText('Look at 3.')).toBeInTheDocument()
  expect(within(dialog).getByRole('radio', { name: 'Book 1 stays' })).toBeChecked()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave out Book 4' }))
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Book 2 stays' }))
  expect(await within(dialog).findByText('What moves from “Book 1”')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(said()).toEqual(['Entities Merged', '2 entities are now part of “Book 1”.']))
  expect(merged).toHaveBeenCalledWith(expect.objectContaining({ id: 2, mergedIds: [1, 3] }), expect.anything())
  await waitFor(() => expect(screen.queryByText('Merge Entities')).toBeNull())
  await userEvent.keyboard('u')
  await waitFor(() => expect(said()[0]).toBe('Undone'))
  expect(unmerged.mock.calls.map(([r]) => r.id)).toEqual([7])
  expect(unmarked.mock.calls.map(([r]) => r.otherId)).toEqual([1, 3])
})

test('a merge that is refused says why in its dialog, and can be tried again', async () => {
  let refused = true
  show('/admin/data-quality?tab=entities', {
    quality: { listCuratedEntities: () => ({ entities: [1, 2].map(id => ({ entity: book(id) })), total: 2 }) },
    merge: {
      previewMerge: () => ({ parts: [{ merged: book(2) }] }),
      mergeEntities: () => {
        if (refused) throw new ConnectError('“Book 2” was merged before.', Code.Aborted)
        return { merge: { id: 7, survivorName: 'Book 1', mergedName: 'Book 2' } }
      },
    },
  })
  await screen.findByText('2 entities')
  await userEvent.keyboard('am')
  const dialog = (await screen.findByText('Merge Entities')).closest<HTMLElement>('[role=dialog]')!
  await within(dialog).findByText('What moves')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  expect(await within(dialog).findByText('“Book 2” was merged before.')).toBeInTheDocument()
  refused = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(said()).toEqual(['Entities Merged', '“Book 2” is now part of “Book 1”.']))
})

test('pairs that hang together are offered as one group', async () => {
  const pair = (a: number, b: number) => ({ first: book(a), second: book(b), similarity: 0.8 })
  const previewed = vi.fn(({ mergedIds }: { mergedIds: number[] }) => ({
    parts: mergedIds.map(id => ({ merged: book(id) })),
  }))
  show('/admin/data-quality?tab=duplicates', {
    quality: {
      listDuplicates: () => ({ pairs: [pair(1, 2), pair(8, 9), pair(2, 5), pair(4, 5)], total: 4 }),
      compareEntities: ({ id, otherId }: { id: number; otherId: number }) => ({
        first: { entity: book(id) },
        second: { entity: book(otherId) },
      }),
    },
    merge: { previewMerge: previewed },
  })
  await screen.findByRole('button', { name: /All 4 the Same/ })
  await userEvent.keyboard('a')
  await screen.findByText('What moves from “Book 4”')
  expect(previewed.mock.calls.at(-1)?.[0]).toMatchObject({ id: 1, mergedIds: [2, 5, 4] })
})

test('two keys change a type; what did not work is said', async () => {
  const retyped = vi.fn(() => ({
    results: [
      { id: 1, change: { id: 5 } },
      { id: 2, error: '“Book 2” is hidden.' },
    ],
  }))
  show('/admin/data-quality?tab=entities', {
    quality: {
      listCuratedEntities: () => ({ entities: [{ entity: book(1) }, { entity: book(2) }], total: 2 }),
      retypeEntities: retyped,
    },
  })
  await screen.findByText('2 entities')
  await userEvent.keyboard('a')
  expect(await screen.findByText('2 of 2 selected')).toBeInTheDocument()
  await userEvent.keyboard('t')
  await screen.findByText('Change the type of 2 entities')
  await userEvent.keyboard('p')
  await waitFor(() => expect(said()).toEqual(['1 entity moved to person, 1 not', '“Book 2” is hidden.']))
  expect(retyped).toHaveBeenCalledWith(expect.objectContaining({ ids: [1, 2], type: 'person' }), expect.anything())
})

test('a page that cannot be read says why and asks again', async () => {
  let fail = true
  show('/admin/data-quality?tab=entities', {
    quality: {
      listCuratedEntities: () => {
        if (fail) throw new ConnectError('The database does not answer.', Code.Unavailable)
        return { entities: [], total: 0 }
      },
    },
  })
  expect(await screen.findByText('The database does not answer.')).toBeInTheDocument()
  expect(screen.queryByText('0 entities')).toBeNull()
  fail = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findAllByText('There is none of these.')).length).toBeGreaterThan(0)
})
