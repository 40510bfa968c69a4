import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '@/lib/paths'
import { typeChoices } from '@/lib/types'
import { searchProblem } from '@/modules/searchLimit'
import { Button } from '@/ui/Button'
import { Field, Input, Select } from '@/ui/Field'
import { useTopChannels } from './topChannels'

const seldom = typeChoices.filter(t => t.value === 'concept' || t.value === 'sponsor')
const categories = [{ value: '', label: 'All Categories' }, ...typeChoices.filter(t => !seldom.includes(t))]
const more = [{ value: '', label: 'Same as above' }, ...seldom]
const lists = [
  { value: '', label: 'Best match' },
  { value: 'episodes', label: 'Episodes' },
  { value: 'entities', label: 'Mentions' },
]

/** Looks things up: what is chosen here becomes the address of the directory, or within one channel that of the search. */
export function CatalogueSearch() {
  const navigate = useNavigate()
  const channels = useTopChannels()
  const offered = channels.data?.channels ?? []
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState({ search: '', type: '', other: '', channel: '', tab: '' })
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value })

  const problem = searchProblem(values.search)
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const { channel, tab } = values
    const search = values.search.trim()
    if (problem) return
    const type = values.other || values.type
    void navigate(channel ? paths.search({ q: search, type, channel }) : paths.directory({ search, type, tab }))
  }

  return (
    <form className="finder" role="search" aria-label="Directory" onSubmit={submit}>
      <div className="finder-line">
        <Field label="Search the directory" hideLabel {...(problem && { error: problem })}>
          <Input
            icon="search"
            type="search"
            placeholder="Search episodes and mentions"
            value={values.search}
            onChange={e => set('search')(e.target.value)}
          />
        </Field>
        <Field label="Category" hideLabel>
          <Select options={categories} value={values.type} onChange={set('type')} />
        </Field>
        <Field label="Channel" hideLabel>
          <Select
            options={[
              { value: '', label: 'All Channels' },
              ...offered.map(c => ({ value: c.channelId, label: c.name })),
              ...((channels.data?.total ?? 0) > offered.length
                ? [{ value: 'more', label: 'All others: see Channels', disabled: true }]
                : []),
            ]}
            value={values.channel}
            onChange={set('channel')}
          />
        </Field>
        <Button
          icon="filter"
          look="quiet"
          aria-expanded={open}
          aria-controls="finder-more"
          onClick={() => setOpen(!open)}
        >
          More Filters
        </Button>
        <Button type="submit" look="primary">
          Search
        </Button>
      </div>
      {open && (
        <div id="finder-more" className="finder-more">
          <Field label="More categories">
            <Select options={more} value={values.other} onChange={set('other')} />
          </Field>
          <Field label="Show">
            <Select options={lists} value={values.tab} onChange={set('tab')} />
          </Field>
        </div>
      )}
    </form>
  )
}
