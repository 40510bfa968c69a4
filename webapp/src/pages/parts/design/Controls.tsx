import { useState } from 'react'
import { entityTypes } from '@/lib/types'
import { Button, LinkButton } from '@/ui/Button'
import { Chip, RemovableChip } from '@/ui/Chip'
import { Dialog } from '@/ui/Dialog'
import { Field, Input, Select, Switch } from '@/ui/Field'
import { Menu } from '@/ui/Menu'
import { Section } from '@/ui/Page'
import { Pagination } from '@/ui/Paging'
import { Tabs } from '@/ui/Tabs'
import { toast, toastError } from '@/ui/toasts'

export function ControlSamples() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
      <AboveThePage />
    </>
  )
}

function Buttons() {
  return (
    <Section title="Buttons" kicker="Controls">
      <div className="stack">
        <div className="row">
          <Button look="primary">Analyze Content</Button>
          <Button>Share</Button>
          <Button look="quiet">Read more</Button>
          <Button look="danger" icon="trash">
            Delete
          </Button>
          <LinkButton to="/design" icon="arrow-right">
            View Details
          </LinkButton>
        </div>
        <div className="row">
          <Button look="primary" size="large" icon="search">
            Large
          </Button>
          <Button size="small" icon="share">
            Small
          </Button>
          <Button icon="heart" iconOnly>
            Add to favorites
          </Button>
          <Button icon="heart" iconFill iconOnly aria-pressed="true">
            Remove from favorites
          </Button>
          <Button look="primary" busy>
            Processing...
          </Button>
          <Button disabled>Channel Unavailable</Button>
        </div>
      </div>
    </Section>
  )
}

function Fields() {
  const [on, setOn] = useState(true)
  const [choice, setChoice] = useState('all')
  return (
    <Section title="Fields" kicker="Controls">
      <div className="design-two">
        <div className="stack">
          <Field label="Address" hideLabel>
            <Input large icon="link" type="url" placeholder="Video URL, channel ID or playlist URL" />
          </Field>
          <Field label="Search" hint="Title, author or description">
            <Input type="search" icon="search" defaultValue="darkness" />
          </Field>
          <Field label="E-mail" error="Please enter an e-mail address, for example name@example.org.">
            <Input type="email" defaultValue="name@" />
          </Field>
          <Field label="Read only">
            <Input readOnly value="Not set" />
          </Field>
        </div>
        <div className="stack">
          <Field label="Category">
            <Select
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'all', label: 'All Categories' },
                ...entityTypes.map(t => ({ value: t.type, label: t.label })),
              ]}
            />
          </Field>
          <Switch label={on ? 'Active' : 'Inactive'} checked={on} onChange={setOn} />
          <Field label="Disabled">
            <Input disabled value="Nothing to change here" />
          </Field>
        </div>
      </div>
    </Section>
  )
}

function Choices() {
  const [tab, setTab] = useState<string>('book')
  const [filter, setFilter] = useState('book')
  return (
    <Section title="Choices" kicker="Controls">
      <div className="stack">
        <div className="row">
          {entityTypes.map((t, i) => (
            <Chip
              key={t.type}
              label={t.label}
              count={(i + 1) * 17}
              type={t.type}
              pressed={filter === t.type}
              onPress={() => setFilter(t.type)}
            />
          ))}
        </div>
        <div className="row">
          <RemovableChip label="Search: darkness" onRemove={() => undefined} />
          <RemovableChip label="Ursula K. Le Guin" type="person" onRemove={() => undefined} />
        </div>
        <Tabs
          label="Discovered Mentions"
          value={tab}
          onChange={setTab}
          tabs={entityTypes.map((t, i) => ({ id: t.type, label: t.label, count: i * 12, type: t.type }))}
        >
          <p>Panel of {tab}</p>
        </Tabs>
        <Pagination page={4} pages={12} href={p => `/design?page=${p}`} />
      </div>
    </Section>
  )
}

function AboveThePage() {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Above the page" kicker="Controls">
      <div className="row">
        <Button onClick={() => toast('Link Copied', 'Link copied to clipboard')}>Toast</Button>
        <Button onClick={() => toastError('Error', 'Please enter a YouTube URL')}>Error toast</Button>
        <Button onClick={() => setAsking(true)}>Dialog</Button>
        <Menu
          label="Menu"
          trigger={<span className="button button-secondary">Menu</span>}
          items={[
            { kind: 'action', label: 'Copy link', icon: 'copy', onSelect: () => toast('Link Copied') },
            { kind: 'page', label: 'Profile Settings', icon: 'settings', to: '/design' },
            { kind: 'separator' },
            { kind: 'action', label: 'Sign Out', icon: 'sign-out', onSelect: () => undefined },
          ]}
        />
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Publish your profile?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="primary" onClick={() => setAsking(false)}>
              Publish and copy link
            </Button>
          </>
        }
      >
        <p>Others will see your display name, your picture, the month you joined and your favorites.</p>
      </Dialog>
    </Section>
  )
}
