import { createClient, Code, ConnectError } from '@connectrpc/connect'
import { afterEach, expect, test, vi } from 'vitest'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { statusOf } from './failures'
import { transport } from './transport'

afterEach(() => void vi.unstubAllGlobals())

async function failure(answer: () => Promise<Response>): Promise<ConnectError> {
  vi.stubGlobal('fetch', answer)
  return createClient(StatsService, transport)
    .getStats({})
    .then(
      () => expect.unreachable(),
      (error: unknown) => ConnectError.from(error),
    )
}

test('no answer at all is told in words for people', async () => {
  const error = await failure(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(error.rawMessage).toBe('The server could not be reached. Please check your connection and try again.')
  expect(error.code).toBe(Code.Unavailable)
  expect(statusOf(error)).toBeUndefined()
})
test.each([
  [429, '{"code":"resource_exhausted","message":"Too many."}', 'application/json'],
  [502, '<h1>Bad gateway</h1>', 'text/html'],
])('an answer %i keeps its status', async (status, body, type) => {
  const error = await failure(() => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })))
  expect(statusOf(error)).toBe(status)
})
test('a failure that did not come over the wire has none', () => {
  expect(statusOf(new ConnectError('no'))).toBeUndefined()
  expect(statusOf(null)).toBeUndefined()
})
