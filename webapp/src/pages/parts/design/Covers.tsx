import { Cover } from '@/ui/Cover'
import { Section } from '@/ui/Page'
import './design.css'

const books = [
  'Thinking, Fast and Slow',
  'Der Zauberberg',
  '吾輩は猫である',
  'The Making of the Atomic Bomb',
  'Sapiens',
  'Middlemarch',
  'How to Read a Book',
  'Zen and the Art of Motorcycle Maintenance',
  'Dune',
  'The Left Hand of Darkness',
  'Gödel, Escher, Bach',
  'A Brief History of Nearly Everything That Anybody Has Ever Thought Worth Mentioning',
]
const squares: Record<string, string[]> = {
  product: ['Standing desk', 'Moka pot', 'Field Notes', 'Kindle', 'Leica Q', 'Oura Ring'],
  person: ['Ada Lovelace', 'Octavia Butler', '村上春樹', 'Marie Curie', 'Alan Turing', 'bell hooks'],
  company: ['Patagonia', 'Toyota', 'Penguin Books', 'Bell Labs', 'Ikea', 'Braun'],
  location: ['Kyoto', 'Patagonia', 'Lake District', 'São Paulo', 'Reykjavík', 'Uluru'],
  concept: ['Second-order thinking', 'Flow', 'Entropy', 'Wabi-sabi', 'Stoicism', 'Network effects'],
  sponsor: ['Tea of the Month', 'SleepWell', 'Inkwell', 'North Bikes', 'Oatly', 'Paperback'],
  channel: ['Slow Reading', 'The Long Walk', 'Deep Work Radio', 'Tinker', 'Night Science', 'Field Recordings'],
}

export function CoverSamples() {
  return (
    <Section title="Covers" kicker="Generated from type and name">
      <div className="stack">
        <div className="design-covers design-books">
          {books.map(name => (
            <Cover key={name} name={name} type="book" text="title" />
          ))}
        </div>
        {Object.entries(squares).map(([type, names]) => (
          <div key={type} className="design-covers">
            {names.map(name => (
              <Cover key={name} name={name} type={type} round={type === 'person'} />
            ))}
          </div>
        ))}
        <div className="grid">
          {['The quiet power of slow reading', 'Why cities sing', 'Two hours about tea'].map(name => (
            <Cover key={name} name={name} type="episode" text="none" />
          ))}
        </div>
      </div>
    </Section>
  )
}
