import { useState, type SubmitEvent } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { useNavigate } from 'react-router'
import { ChannelService } from '@/gen/mentionary/v1/channel_pb'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Field, Input, Select } from '@/ui/Field'

const categories = [
  { value: '', label: 'All Categories' },
  { value: 'book', label: 'Books' },
  { value: 'product', label: 'Products' },
  { value: 'person', label: 'People' },
  { value: 'organization', label: 'Organizations' },
  { value: 'location', label: 'Locations' },
]
const lists = [{ value: '', label: 'Episodes' }, { value: 'entities', label: 'Mentioned things' }]
const orders = [{ value: '', label: 'Newest analysis' }, { value: 'published', label: 'Latest published' }]

/** Looks things up in the directory: what is chosen here becomes its address. */
export function CatalogueSearch() {
  const navigate = useNavigate()
  const channels = useQuery(ChannelService.method.listChannelStats, {})
  const [more, setMore] = useState(false)
  const [values, setValues] = useState({ search: '', type: '', channel: '', tab: '', sort: '' })
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value })

  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const chosen = Object.entries({ ...values, search: values.search.trim() }).filter(([, value]) => value !== '')
    const query = new URLSearchParams(chosen).toString()
    void navigate(query ? `${paths.directory()}?${query}` : paths.directory())
  }

  return (
    <form className="finder" role="search" aria-label="Directory" onSubmit={submit}>
      <div className="finder-line">
        <Field label="Search the directory" hideLabel><Input icon="search" type="search" maxLength={200} placeholder="Search episodes and mentions" value={values.search} onChange={e => set('search')(e.target.value)} /></Field>
        <Field label="Category" hideLabel><Select options={categories} value={values.type} onChange={set('type')} /></Field>
        <Field label="Channel" hideLabel><Select options={[{ value: '', label: 'All Channels' }, ...(channels.data?.channels ?? []).map(c => ({ value: c.channelId, label: c.name }))]} value={values.channel} onChange={set('channel')} /></Field>
        <Button icon="filter" look="quiet" aria-expanded={more} aria-controls="finder-more" onClick={() => setMore(!more)}>More Filters</Button>
        <Button type="submit" look="primary">Search</Button>
      </div>
      {more && (
        <div id="finder-more" className="finder-more">
          <Field label="Show"><Select options={lists} value={values.tab} onChange={set('tab')} /></Field>
          <Field label="Order of episodes"><Select options={orders} value={values.sort} onChange={set('sort')} /></Field>
        </div>
      )}
    </form>
  )
}
