import { useAddress } from '@/modules/address'
import { SearchBox } from '@/modules/SearchBox'
import { entityType } from '@/lib/types'
import { Field, Select } from '@/ui/Field'
import { Page, PageHead } from '@/ui/Page'
import { Tabs } from '@/ui/Tabs'
import { EntityTab } from './parts/directory/EntityTab'
import { EpisodeTab } from './parts/directory/EpisodeTab'
import './parts/directory/directory.css'

// In addresses a company is an organization, as in the texts of this page.
const categories = [
  { value: '', label: 'All Categories' },
  { value: 'book', label: 'Books' },
  { value: 'product', label: 'Products' },
  { value: 'person', label: 'People' },
  { value: 'organization', label: 'Organizations' },
  { value: 'location', label: 'Locations' },
  { value: 'concept', label: 'Concepts' },
  { value: 'sponsor', label: 'Sponsors' },
] as const

type TabName = 'episodes' | 'entities'

/** Everything that was analyzed: episodes, and what was mentioned in them. */
export function Component() {
  const { read, readSearch, choose, write } = useAddress()
  const type = entityType(read('type'))
  const written = type === 'company' ? 'organization' : (type ?? '')
  const entity = /^[1-9]\d{0,9}$/.test(read('entity')) ? Number(read('entity')) : undefined
  const asked = read('tab')
  // A link that names a type alone asks for the things of that type; with an entity it asks for its episodes.
  const tab: TabName = asked === 'episodes' || asked === 'entities' ? asked : type && !entity ? 'entities' : 'episodes'
  const search = readSearch('search')
  return (
    <Page title="Directory">
      <PageHead
        kicker="Directory"
        title="Everything that was mentioned"
        lead="Search the episodes, or the books, products, people, organizations and places in them."
      />
      <div className="directory-head">
        <SearchBox
          label={tab === 'episodes' ? 'Search episodes or channels' : 'Search entities'}
          value={read('search')}
          onSearch={text => write({ search: text, page: undefined, tab })}
          large
        />
        <Field label="Category" hideLabel>
          <Select value={written} onChange={v => choose({ type: v, tab, page: undefined })} options={categories} />
        </Field>
      </div>
      <Tabs<TabName>
        label="Directory"
        value={tab}
        onChange={v => choose({ tab: v, page: undefined })}
        tabs={[
          { id: 'episodes', label: 'Episodes' },
          { id: 'entities', label: 'Entities' },
        ]}
      >
        {tab === 'episodes' ? (
          <EpisodeTab search={search} type={type} entity={entity} />
        ) : (
          <EntityTab
            search={search}
            type={type ?? 'book'}
            tabs={categories.slice(1)}
            onType={v => choose({ type: v, tab })}
          />
        )}
      </Tabs>
    </Page>
  )
}
