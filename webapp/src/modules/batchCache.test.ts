import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { BatchSchema } from '@/gen/mentionary/v1/batch_pb'
import { mergeBatch } from './batchCache'

const batch = (init: object) => create(BatchSchema, init)

test('lines that are not told stay, those that are take their place', () => {
  const known = batch({
    version: 2,
    successful: 1,
    items: [
      { index: 1, status: 'success' },
      { index: 2, status: 'pending' },
    ],
  })
  const news = batch({ version: 3, successful: 2, items: [{ index: 2, status: 'success' }] })
  const merged = mergeBatch(known, news)
  expect(merged.successful).toBe(2)
  expect(merged.items.map(item => item.status)).toEqual(['success', 'success'])
})

test('older news changes nothing', () => {
  const known = batch({
    version: 3,
    successful: 2,
    items: [{ index: 1, status: 'success', job: { id: 5, version: 4, state: 'completed' } }],
  })
  const late = batch({
    version: 2,
    successful: 1,
    items: [{ index: 1, status: 'success', job: { id: 5, version: 2, state: 'running' } }],
  })
  const merged = mergeBatch(known, late)
  expect(merged.successful).toBe(2)
  expect(merged.items[0]?.job?.state).toBe('completed')
  expect(mergeBatch(known, batch({ version: 1, items: [{ index: 1, status: 'pending' }] })).items[0]?.status).toBe(
    'success',
  )
})

test('a job that moves is told with the version of its batch', () => {
  const known = batch({
    version: 3,
    items: [{ index: 1, status: 'success', job: { id: 5, version: 2, state: 'running' } }],
  })
  const news = batch({
    version: 3,
    items: [{ index: 1, status: 'success', job: { id: 5, version: 3, state: 'completed' } }],
  })
  expect(mergeBatch(known, news).items[0]?.job?.state).toBe('completed')
})
