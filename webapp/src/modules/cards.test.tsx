import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EntitySchema, EpisodeSchema } from '@/gen/mentionary/v1/common_pb'
import { dateTime } from '@/lib/format'
import { renderWith } from '@/testing/render'
import { byline } from './byline'
import { EntityCard } from './EntityCard'
import { EpisodeCard } from './EpisodeCard'

test('an episode card tells channel, date, length, counts and both ways on', () => {
  renderWith(
    <EpisodeCard
      episode={create(EpisodeSchema, {
        id: 7,
        title: 'Slow reading',
        channel: { name: 'The Long Walk' },
        duration: 7500,
        isProcessed: true,
        publishedAt: timestampFromDate(new Date('2026-01-05T10:00:00Z')),
        counts: [
          { type: 'book', count: 1 },
          { type: 'person', count: 31 },
        ],
        pageUrl: 'https://video.example.org/watch?v=a',
      })}
    />,
  )
  for (const text of ['The Long Walk', 'Jan 5, 2026', '2h 5m', '1 book', '31 people'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', '/episode/7')
  expect(screen.getByRole('link', { name: /Watch/ })).toHaveAttribute('href', 'https://video.example.org/watch?v=a')
})
test('a card of a new analysis tells how long ago that was, and when exactly', () => {
  const at = new Date(Date.now() - 3 * 3_600_000 - 60_000)
  const episode = create(EpisodeSchema, { id: 9, title: 'Fresh', analyzedAt: timestampFromDate(at) })
  const { unmount } = renderWith(<EpisodeCard episode={episode} analyzed />)
  const told = screen.getByText('3 hours ago')
  expect(told).toHaveAttribute('datetime', at.toISOString())
  expect(told).toHaveAttribute('title', dateTime(at))
  unmount()
  renderWith(<EpisodeCard episode={episode} />)
  expect(screen.queryByText('3 hours ago')).toBeNull()
})
test('an episode of which little is known', () => {
  renderWith(<EpisodeCard episode={create(EpisodeSchema, { id: 8, title: 'Untold' })} />)
  for (const text of ['Unknown Channel', '0 books', '0 people', 'Processing'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull()
})
test('an entity card shows only links that exist and are safe', () => {
  renderWith(
    <EntityCard
      entity={create(EntitySchema, {
        id: 3,
        type: 'book',
        name: 'Dune',
        slug: 'dune',
        mentionCount: 2,
        metadata: {
          author: 'Frank Herbert',
          wikipediaUrl: 'https://en.wikipedia.org/wiki/Dune',
          amazonUrl: 'javascript:alert(1)',
        },
      })}
    />,
  )
  expect(screen.getByRole('link', { name: 'Dune' })).toHaveAttribute('href', '/entity/3/dune')
  expect(screen.getByText('by Frank Herbert')).toBeVisible()
  expect(screen.getByText('2 mentions')).toBeVisible()
  expect(screen.getByRole('link', { name: /Wiki/ })).toBeVisible()
  expect(screen.queryByText('Buy')).toBeNull()
})
test.each([
  ['person', { title: 'Writer', company: 'Acme' }, 'Writer'],
  ['person', { company: 'Acme' }, 'at Acme'],
  ['product', { company: 'Braun' }, 'by Braun'],
  ['location', { country: 'Japan' }, 'Japan'],
  ['concept', { category: 'Science' }, undefined],
])('below the name of a %s stands what is known', (type, metadata, expected) => {
  expect(byline(create(EntitySchema, { type, metadata }))).toBe(expected)
})
