import { useState } from 'react'
import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { Link } from 'react-router'
import { EntitySchema, EpisodeSchema } from '@/gen/mentionary/v1/common_pb'
import { entityTypes } from '@/lib/types'
import { EntityCard } from '@/modules/EntityCard'
import { EpisodeCard } from '@/modules/EpisodeCard'
import { Badge } from '@/ui/Badge'
import { Found, Mark } from '@/ui/Mark'
import { Section } from '@/ui/Page'
import { Quote } from '@/ui/Quote'
import { Timeline, type Tick } from '@/ui/Timeline'

const names = [
  'The Left Hand of Darkness',
  'Standing desk',
  'Ada Lovelace',
  'Patagonia',
  'Kyoto',
  'Second-order thinking',
  'Tea of the Month',
]
const ticks: Tick[] = Array.from({ length: 34 }, (_, i) => ({
  id: i,
  at: (i * 211 + (i % 5) * 37) % 7200,
  type: entityTypes[(i * 3) % 7]!.type,
  label: names[(i * 3) % 7]!,
}))

const published = timestampFromDate(new Date('2026-01-05T10:00:00Z'))
const episodes = [
  create(EpisodeSchema, {
    id: 1,
    title: 'The quiet power of slow reading, and why it takes two hours to begin',
    channel: { name: 'Slow Reading' },
    description:
      'Mara talks about attention, marginalia, tea, and the books that she has read more than five times. ' +
      'A long conversation about short evenings, with questions from listeners.',
    duration: 7500,
    isProcessed: true,
    publishedAt: published,
    counts: [
      { type: 'book', count: 12 },
      { type: 'person', count: 31 },
    ],
    pageUrl: 'https://video.example.org/1',
  }),
  create(EpisodeSchema, {
    id: 2,
    title: 'Why cities sing',
    channel: { name: 'Field Recordings' },
    description: 'Bells, trams, markets.',
    duration: 2730,
    isProcessed: true,
    publishedAt: published,
    counts: [{ type: 'person', count: 1 }],
    pageUrl: 'https://video.example.org/2',
  }),
  create(EpisodeSchema, { id: 3, title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3) }),
]
const entities = [
  create(EntitySchema, {
    id: 1,
    type: 'book',
    name: names[0]!,
    description: 'An envoy visits a planet whose people have no fixed sex.',
    mentionCount: 24,
    metadata: {
      author: 'Ursula K. Le Guin',
      wikipediaUrl: 'https://en.wikipedia.org/wiki/A',
      amazonUrl: 'https://shop.example.org/a',
      goodreadsUrl: 'https://books.example.org/a',
    },
  }),
  create(EntitySchema, {
    id: 2,
    type: 'product',
    name: names[1]!,
    mentionCount: 3,
    metadata: { company: 'Nordic Furniture', websiteUrl: 'https://furniture.example.org' },
  }),
  create(EntitySchema, {
    id: 3,
    type: 'person',
    name: names[2]!,
    description: 'Wrote about the Analytical Engine.',
    mentionCount: 1,
    metadata: { title: 'Mathematician', wikipediaUrl: 'https://en.wikipedia.org/wiki/B' },
  }),
  create(EntitySchema, {
    id: 4,
    type: 'location',
    name: names[4]!,
    mentionCount: 9,
    metadata: { country: 'Japan', mapsUrl: 'https://maps.example.org/kyoto' },
  }),
  create(EntitySchema, {
    id: 5,
    type: 'concept',
    name: 'A very long name that somebody once said in full without a pause '.repeat(3).trim(),
    mentionCount: 1200,
  }),
  create(EntitySchema, { id: 6, type: 'sponsor', name: names[6]!, mentionCount: 2, description: 'Tea in the post.' }),
]

export function EvidenceSamples() {
  const [chosen, setChosen] = useState<number | string>(7)
  return (
    <>
      <Section title="Evidence" kicker="The hero">
        <div className="stack design-wide">
          <Quote
            size="large"
            type="book"
            text="If you read one book this year, read The Left Hand of Darkness; it changed how I think about trust."
            surface="The Left Hand of Darkness"
            at={2535}
            position={0.34}
            speaker="Mara Lindqvist"
            source={
              <>
                in <Link to="/design">Slow Reading, episode 41</Link>
              </>
            }
            onPlay={() => undefined}
          />
          <div className="grid design-quotes">
            <Quote
              type="person"
              text="And Ada Lovelace wrote the first program for a machine that did not exist."
              surface="Ada Lovelace"
              at={4503}
              position={0.71}
              speaker="Host"
              playUrl="https://example.org/watch?t=4503"
            />
            <Quote
              type="sponsor"
              text="This episode is brought to you by Tea of the Month, use code SLOW for ten percent off."
              surface="Tea of the Month"
              at={61}
              position={0.01}
              notes={<Badge type="sponsor">Sponsor read</Badge>}
            />
            <Quote type="location" text="京都では朝が一番静かです。" surface="京都" />
          </div>
        </div>
      </Section>
      <Section title="Over the episode" kicker="Timeline">
        <Timeline duration={7200} ticks={ticks} chosen={chosen} onChoose={t => setChosen(t.id)} />
      </Section>
      <Section title="Marks" kicker="Transcript">
        <p className="prose">
          We drove to <Mark type="location">Kyoto</Mark> with <Mark type="person">Ada Lovelace</Mark>, talked about{' '}
          <Mark type="concept">second-order thinking</Mark>, wore <Mark type="company">Patagonia</Mark>, read{' '}
          <Mark type="book" active>
            The Left Hand of Darkness
          </Mark>{' '}
          at a <Mark type="product">standing desk</Mark>.{' '}
          <Found text="A search marks what it found, Found included." query="found" />
        </p>
      </Section>
      <Section title="Cards" kicker="Lists" type="book">
        <div className="stack design-wide">
          <div className="grid">
            {episodes.map(e => (
              <EpisodeCard key={e.id} episode={e} />
            ))}
          </div>
          <div className="grid design-quotes">
            {entities.map(e => (
              <EntityCard key={e.id} entity={e} />
            ))}
          </div>
        </div>
      </Section>
    </>
  )
}
