import { useState } from 'react'
import { Link } from 'react-router'
import { entityTypes } from '@/lib/types'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { Cover } from '@/ui/Cover'
import { Found, Mark } from '@/ui/Mark'
import { Section } from '@/ui/Page'
import { Quote } from '@/ui/Quote'
import { Timeline, type Tick } from '@/ui/Timeline'

const names = ['The Left Hand of Darkness', 'Standing desk', 'Ada Lovelace', 'Patagonia', 'Kyoto', 'Second-order thinking', 'Tea of the Month']
const ticks: Tick[] = Array.from({ length: 34 }, (_, i) => ({ id: i, at: (i * 211 + (i % 5) * 37) % 7200, type: entityTypes[(i * 3) % 7]!.type, label: names[(i * 3) % 7]! }))

export function EvidenceSamples() {
  const [chosen, setChosen] = useState<number | string>(7)
  return (
    <>
      <Section title="Evidence" kicker="The hero">
        <div className="stack design-wide">
          <Quote size="large" type="book" text="If you read one book this year, read The Left Hand of Darkness; it changed how I think about trust." surface="The Left Hand of Darkness" at={2535} position={0.34} speaker="Mara Lindqvist" source={<>in <Link to="/design">Slow Reading, episode 41</Link></>} onPlay={() => undefined} />
          <div className="grid design-quotes">
            <Quote type="person" text="And Ada Lovelace wrote the first program for a machine that did not exist." surface="Ada Lovelace" at={4503} position={0.71} speaker="Host" playUrl="https://example.org/watch?t=4503" />
            <Quote type="sponsor" text="This episode is brought to you by Tea of the Month, use code SLOW for ten percent off." surface="Tea of the Month" at={61} position={0.01} notes={<Badge type="sponsor">Sponsor read</Badge>} />
            <Quote type="location" text="京都では朝が一番静かです。" surface="京都" />
          </div>
        </div>
      </Section>
      <Section title="Over the episode" kicker="Timeline">
        <Timeline duration={7200} ticks={ticks} chosen={chosen} onChoose={t => setChosen(t.id)} />
      </Section>
      <Section title="Marks" kicker="Transcript">
        <p className="prose">
          We drove to <Mark type="location">Kyoto</Mark> with <Mark type="person" onPress={() => undefined} label="Ada Lovelace">Ada Lovelace</Mark>, talked about <Mark type="concept">second-order thinking</Mark>, wore <Mark type="company">Patagonia</Mark>, read <Mark type="book" active>The Left Hand of Darkness</Mark> at a <Mark type="product">standing desk</Mark>. <Found text="A search marks what it found, Found included." query="found" />
        </p>
      </Section>
      <Section title="Cards" kicker="Lists" type="book">
        <div className="grid">
          <Card type="episode">
            <Cover name="The quiet power of slow reading" type="episode" />
            <div className="row row-between small"><Badge>Slow Reading</Badge><time className="muted">Jan 5, 2026</time></div>
            <h3 className="clamp-2"><Link className="card-link" to="/design">The quiet power of slow reading, and why it takes two hours</Link></h3>
            <p className="muted clamp-3 small">Mara talks about attention, marginalia, tea, and the books that she has read more than five times. A long conversation about short evenings.</p>
            <div className="row small muted card-foot"><span>2h 5m</span><span>12 books</span><span>31 people</span></div>
          </Card>
          {(['book', 'product', 'person'] as const).map((type, i) => (
            <Card key={type} type={type}>
              <div className="design-entity"><Cover name={names[i]!} type={type} text={type === 'book' ? 'title' : 'initials'} /><div className="stack stack-tight"><h3><Link className="card-link" to="/design">{names[i]}</Link></h3><p className="muted small">Said in 14 episodes of 6 channels.</p><div><Badge type={type}>24 mentions</Badge></div></div></div>
            </Card>
          ))}
          <Card type="company"><h3>{'A very long name that somebody once said in full without a pause '.repeat(3)}</h3><p className="muted small">{'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(3)}</p></Card>
        </div>
      </Section>
    </>
  )
}
