import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { expect, test } from 'vitest'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { StatsService } from '@/gen/mentionary/v1/stats_pb'
import { demandVersion, newVersion } from './catalogueVersion'

/** A client whose server answers each call with the next of these versions. */
function clientOf(answers: (string | undefined)[]) {
  const sent: (string | null)[] = []
  const version = newVersion()
  const transport = createConnectTransport({
    baseUrl: 'https://m.example',
    useHttpGet: true,
    interceptors: [demandVersion(version)],
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers).get('Catalogue-Version'))
      const version = answers.shift()
      return Promise.resolve(
        new Response('{}', {
          headers: { 'Content-Type': 'application/json', ...(version && { 'Catalogue-Version': version }) },
        }),
      )
    },
  })
  return {
    sent,
    version,
    read: () => createClient(StatsService, transport).getStats({}),
    write: () => createClient(FavoriteService, transport).addFavorite({ itemType: 'entity', itemId: 1 }),
  }
}

test('what was written is asked for from then on', async () => {
  const { sent, read, write } = clientOf([undefined, '41', undefined, undefined])
  await read()
  await write()
  await read()
  await read()
  expect(sent).toEqual([null, null, '41', '41'])
})
test('the highest version counts, and what is none does not', async () => {
  const { sent, write } = clientOf(['41', '40', 'x', '-3', '42', undefined])
  for (let i = 0; i < 6; i++) await write()
  expect(sent).toEqual([null, '41', '41', '41', '41', '42'])
})
test('what the live stream tells is asked for too', async () => {
  const { sent, version, read } = clientOf([undefined, undefined])
  version.hear(7)
  await read()
  version.hear(6)
  await read()
  expect(sent).toEqual(['7', '7'])
})
