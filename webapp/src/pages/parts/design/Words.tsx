import { entityTypes } from '@/lib/types'
import { Avatar } from '@/ui/Avatar'
import { Badge, Dot } from '@/ui/Badge'
import { ExternalButton, ExternalLink } from '@/ui/ExternalLink'
import { Icon, iconNames } from '@/ui/Icon'
import { Section, Stats } from '@/ui/Page'

export function WordSamples() {
  return (
    <>
      <Section title="Words and numbers" kicker="Type" more={{ label: 'View All', to: '/design' }}>
        <div className="stack">
          <h1>Thinking, Fast and Slow</h1>
          <h2>Recently Analyzed Episodes</h2>
          <h3>The Making of the Atomic Bomb</h3>
          <h4>吾輩は猫である · Der Zauberberg</h4>
          <p className="prose">
            Readers come to find good books and things. The measure stays between sixty and seventy-five characters, so
            that a line is read in one glance, and{' '}
            <ExternalLink href="https://en.wikipedia.org/wiki/Line_length">external links</ExternalLink> say where they
            lead. An{' '}
            <ExternalLink href="https://example.org/a" showHost>
              address with its host
            </ExternalLink>
            , and <ExternalLink href="javascript:alert(1)">an unsafe one</ExternalLink> that is only text.
          </p>
          <p className="muted small">Muted words, 1,234 mentions, Jan 5, 2026, 75:03</p>
        </div>
      </Section>
      <Section title="Statistics" kicker="Numbers">
        <Stats
          stats={[
            { label: 'Episodes analyzed', value: '1,482', to: '/design' },
            { label: 'Books', value: '12,904', type: 'book', to: '/design' },
            { label: 'Products', value: '8,311', type: 'product' },
            { label: 'People', value: '21,076', type: 'person' },
          ]}
        />
      </Section>
      <Section title="Badges and marks" kicker="Small things">
        <div className="stack">
          <div className="row">
            {entityTypes.map(t => (
              <Badge key={t.type} type={t.type} icon={t.type}>
                {t.singular}
              </Badge>
            ))}
            <Badge>Podcast</Badge>
          </div>
          <div className="row">
            <Badge tone="good" icon="check">
              Processed
            </Badge>
            <Badge tone="warn" icon="clock">
              Processing
            </Badge>
            <Badge tone="bad">Failed</Badge>
            <Dot tone="good">High</Dot>
            <Dot tone="warn">Medium</Dot>
            <Dot tone="bad">Low</Dot>
            <Dot tone="calm">Unknown</Dot>
          </div>
          <div className="row">
            <Avatar letter="A" />
            <Avatar letter="ß" size={48} />
            <Avatar letter="家" size={72} />
          </div>
          <div className="row">
            <ExternalButton href="https://en.wikipedia.org/wiki/A" icon="globe">
              Wiki
            </ExternalButton>
            <ExternalButton href="https://shop.example.org" icon="cart">
              Buy
            </ExternalButton>
            <ExternalButton href="https://maps.example.org" icon="map">
              Maps
            </ExternalButton>
          </div>
          <div className="row muted">
            {iconNames.map(name => (
              <span key={name} title={name}>
                <Icon name={name} size={24} />
              </span>
            ))}
            <Icon name="heart" fill size={24} />
          </div>
        </div>
      </Section>
    </>
  )
}
