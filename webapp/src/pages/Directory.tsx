import { useAddress } from '@/modules/address'
import { SearchBox } from '@/modules/SearchBox'
import { entityType, typeChoice, typeChoices } from '@/lib/types'
import { Field, Select } from '@/ui/Field'
import { Page, PageHead } from '@/ui/Page'
import { Tabs } from '@/ui/Tabs'
import { EntityTab } from './parts/directory/EntityTab'
import { EpisodeTab } from './parts/directory/EpisodeTab'
import './parts/directory/directory.css'

type TabName = 'episodes' | 'entities'

/** Everything that was analyzed: episodes, and what was mentioned in them. */
export function Component() {
  const { read, readSearch, choose, write } = useAddress()
  const type = entityType(read('type'))
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
          <Select
            value={typeChoice(type)}
            onChange={v => choose({ type: v, tab, page: undefined })}
            options={[{ value: '', label: 'All Categories' }, ...typeChoices]}
          />
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
          <EntityTab search={search} type={type ?? 'book'} onType={v => choose({ type: v, tab })} />
        )}
      </Tabs>
    </Page>
  )
}
