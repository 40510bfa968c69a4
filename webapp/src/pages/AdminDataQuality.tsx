import { Select } from 'antd'
import { entityType, entityTypes, typeWords, type EntityType } from '@/lib/types'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Tabs } from '@/ui/Tabs'
import { AllEntities } from './parts/data-quality/AllEntities'
import { Disambiguation } from './parts/data-quality/Disambiguation'
import { EditDrawer } from './parts/data-quality/EditDrawer'
import { History } from './parts/data-quality/History'
import { LinkValidation } from './parts/data-quality/LinkValidation'
import { SimilarDrawer } from './parts/data-quality/SimilarDrawer'
import './parts/data-quality/quality.css'

const tabs = ['links', 'duplicates', 'entities', 'history'] as const
type Tab = (typeof tabs)[number]

/** Where moderators put the directory in order: links, duplicates, and everything about a single entity. */
export function Component() {
  const address = useAddress()
  const type: EntityType = entityType(address.read('type')) ?? 'book'
  const tab: Tab = tabs.find(t => t === address.read('tab')) ?? 'links'
  return (
    <AdminPage
      title="Data Quality"
      lead="Check links, join what is the same, correct what is wrong. Everything here can be undone."
      actions={
        <Select
          aria-label="Entity type"
          value={type}
          onChange={value => address.choose({ type: value === 'book' ? '' : value, page: '', pair: '' })}
          options={entityTypes.map(t => ({ value: t.type, label: t.label }))}
          className="quality-type"
        />
      }
    >
      <Tabs
        label="Data quality"
        value={tab}
        onChange={id => address.choose({ tab: id === 'links' ? '' : id, state: '', page: '' })}
        tabs={[
          { id: 'links', label: 'Link Validation' },
          { id: 'duplicates', label: 'Entity Disambiguation' },
          { id: 'entities', label: `All ${typeWords(type).label}` },
          { id: 'history', label: 'History' },
        ]}
      >
        {tab === 'links' && <LinkValidation key={type} type={type} />}
        {tab === 'duplicates' && <Disambiguation key={type} type={type} />}
        {tab === 'entities' && <AllEntities key={type} type={type} />}
        {tab === 'history' && <History />}
      </Tabs>
      <SimilarDrawer />
      <EditDrawer />
    </AdminPage>
  )
}
