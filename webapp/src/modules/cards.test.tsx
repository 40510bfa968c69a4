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
const quoted = (quote: string, more: object = {}) =>
  create(EntitySchema, {
    id: 3,
    type: 'book',
    name: 'Dune',
    mentionCount: 2,
    tellingQuote: { quote, surface: 'Dune', speaker: 'Ada', channelName: 'The Long Walk', ...more },
  })
test('an entity card quotes what was said, by whom and where, and how they stand to it', () => {
  renderWith(<EntityCard entity={quoted('Whoever likes deserts should read Dune.', { stance: 'used' })} />)
  const quote = screen.getByText(/Whoever likes deserts/).closest('figure')!
  expect(quote).toHaveTextContent('Whoever likes deserts should read Dune.Ada, The Long WalkThe speaker’s stance: Used')
  expect(quote.querySelector('mark')).toHaveTextContent('Dune')
})
test('on the page of a show the episode is named', () => {
  renderWith(
    <EntityCard entity={quoted('Whoever likes deserts should read Dune.', { episodeTitle: 'Sand' })} inChannel />,
  )
  expect(screen.getByText(/Whoever likes deserts/).closest('figure')).toHaveTextContent(/Ada, Sand$/)
})
test('a long quote is cut between words, and keeps the words that count', () => {
  const { unmount } = renderWith(<EntityCard entity={quoted(`I read Dune ${'again and again '.repeat(30)}`)} />)
  const words = () => document.querySelector('.card-quote blockquote')!.textContent
  expect(words()).toMatch(/^I read Dune again .*(again|and)…$/)
  expect(words().length).toBeLessThanOrEqual(140)
  unmount()
  renderWith(
    <EntityCard entity={quoted(`${'Again and again '.repeat(30)}I read Dune ${'until the end '.repeat(30)}`)} />,
  )
  expect(words()).toMatch(/^…(and|again|Again) .*I read Dune until .*…$/)
  expect(words().length).toBeLessThanOrEqual(141)
})
test('a quote that is only the name is not shown', () => {
  renderWith(<EntityCard entity={quoted('Dune.')} />)
  expect(document.querySelector('.card-quote')).toBeNull()
})
test('Wiki and Buy have a place each, whether or not the other is there', () => {
  const places = (metadata: object) => {
    const { unmount } = renderWith(
      <EntityCard entity={create(EntitySchema, { id: 3, type: 'book', name: 'Dune', metadata })} />,
    )
    const found = [...document.querySelectorAll('.link-places > span')].map(s => s.textContent)
    unmount()
    return found.map(text => text.replace(/ \(.*/, ''))
  }
  const wikipediaUrl = 'https://en.wikipedia.org/wiki/Dune'
  const amazonUrl = 'https://shop.example.org/dune'
  const websiteUrl = 'https://dune.example.org/'
  expect(places({ wikipediaUrl, amazonUrl, websiteUrl })).toEqual(['Wiki', 'Buy'])
  expect(places({ wikipediaUrl })).toEqual(['Wiki', ''])
  expect(places({ amazonUrl })).toEqual(['', 'Buy'])
  expect(places({ websiteUrl })).toEqual([])
})
test.each([
  ['person', { title: 'Writer', company: 'Acme' }, 'Writer'],
  ['person', { company: 'Acme' }, 'at Acme'],
  ['product', { company: 'Braun' }, 'by Braun'],
  ['location', { country: 'Japan' }, 'Japan'],
  ['location', { country: 'japan' }, undefined, 'Japan'],
  ['product', { company: 'Braun' }, undefined, 'Braun'],
  ['concept', { category: 'Science' }, undefined],
])('below the name of a %s stands what is known', (type, metadata, expected, name = 'Something') => {
  expect(byline(create(EntitySchema, { type, name, metadata }))).toBe(expected)
})
