import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { expect, test, vi } from 'vitest'
import { CurrentUserSchema } from '@/gen/mentionary/v1/auth_pb'
import { FavoriteSchema } from '@/gen/mentionary/v1/favorite_pb'
import { byType, collectionOf } from './collection'
import { exportName, exportOf } from './exportFile'
import { collectingSince, memberSince, publicName, roleName } from './names'

// West of Greenwich, before anything is formatted: there a month's first moment in UTC is still the month before.
vi.hoisted(() => {
  process.env['TZ'] = 'America/New_York'
})

const at = (iso: string) => timestampFromDate(new Date(iso))
const saved = [
  create(FavoriteSchema, {
    id: 4,
    itemType: 'entity',
    itemId: 9,
    createdAt: at('2026-03-04T10:00:00Z'),
    entity: { id: 9, type: 'person', name: 'Ada Lovelace' },
  }),
  create(FavoriteSchema, {
    id: 3,
    itemType: 'episode',
    itemId: 7,
    createdAt: at('2026-03-03T10:00:00Z'),
    episode: { id: 7, videoId: 'abc', title: 'Slow reading', channel: { name: 'The Long Walk' } },
  }),
  create(FavoriteSchema, {
    id: 2,
    itemType: 'entity',
    itemId: 8,
    createdAt: at('2026-03-02T10:00:00Z'),
    entity: { id: 8, type: 'book', name: 'Dune', description: 'Sand.' },
  }),
  create(FavoriteSchema, {
    id: 1,
    itemType: 'episode',
    itemId: 6,
    episode: { id: 6, videoId: 'def', title: 'Without a channel' },
  }),
  create(FavoriteSchema, { id: 0, itemType: 'entity', itemId: 5 }),
]

test('favorites keep their order, apart by kind; what did not come along is left out', () => {
  const c = collectionOf(saved)
  expect([c.all, c.episodes, c.entities].map(list => list.map(f => f.id))).toEqual([
    [4, 3, 2, 1],
    [3, 1],
    [4, 2],
  ])
})
test('types stand in the order of the tabs, an organization among the companies, unknown ones last', () => {
  const of = (types: string[]) =>
    byType(collectionOf(types.map((type, i) => create(FavoriteSchema, { id: i, entity: { type } }))).entities).map(
      ([type, list]) => [type, list.length],
    )
  expect(of(['spell', 'organization', 'person', 'book', 'company', 'person'])).toEqual([
    ['book', 1],
    ['person', 2],
    ['company', 2],
    ['spell', 1],
  ])
})

test('the file tells everything that is saved, and null where nothing is known', () => {
  const user = create(CurrentUserSchema, { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' })
  expect(exportOf(user, collectionOf(saved), new Date('2026-03-05T00:00:00Z'))).toEqual({
    user: { name: 'Ada Byron', email: 'ada@example.org' },
    exportDate: '2026-03-05T00:00:00.000Z',
    totalFavorites: 4,
    episodes: [
      { title: 'Slow reading', channel: 'The Long Walk', videoId: 'abc', savedAt: '2026-03-03T10:00:00.000Z' },
      { title: 'Without a channel', channel: null, videoId: 'def', savedAt: null },
    ],
    entities: [
      { name: 'Ada Lovelace', type: 'person', description: null, savedAt: '2026-03-04T10:00:00.000Z' },
      { name: 'Dune', type: 'book', description: 'Sand.', savedAt: '2026-03-02T10:00:00.000Z' },
    ],
  })
  expect(exportOf(create(CurrentUserSchema, {}), collectionOf([]), new Date()).user).toEqual({
    name: null,
    email: null,
  })
})
test('the file is named by the day of the reader', () => {
  expect(exportName(new Date('2026-03-05T02:00:00Z'))).toBe('mentionary-favorites-2026-03-04.json')
})

test('a public month is read in UTC, a moment where the reader is', () => {
  expect(collectingSince(at('2026-03-01T00:00:00Z'))).toBe('March 2026')
  expect(memberSince(at('2026-03-01T00:00:00Z'))).toBe('February 2026')
  expect([collectingSince(undefined), memberSince(undefined)]).toEqual([undefined, undefined])
})
test.each([
  [{ firstName: ' Ada ', lastName: '', email: '' }, 'Ada'],
  [{ firstName: 'Ada', lastName: 'Byron', email: 'x@y.z' }, 'Ada Byron'],
  [{ firstName: '', lastName: '', email: 'ada@example.org' }, 'ada'],
  [{ firstName: '', lastName: '', email: '' }, 'User'],
])('%j is called %s in public', (user, name) => {
  expect(publicName(user)).toBe(name)
})
test.each([
  ['', 'User'],
  ['user', 'User'],
  ['moderator', 'Moderator'],
  ['admin', 'Admin'],
])('the role %j is %s', (role, words) => {
  expect(roleName(role)).toBe(words)
})
