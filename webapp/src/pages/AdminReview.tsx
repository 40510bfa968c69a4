import { AdminPage } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Tabs } from '@/ui/Tabs'
import { Decisions } from './parts/review/Decisions'
import { Glossary } from './parts/review/Glossary'
import { Queue } from './parts/review/Queue'
import './parts/review/review.css'

const tabs = [
  { id: 'queue', label: 'Queue' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'glossary', label: 'Glossary' },
] as const

/** What the analysis is not sure of and what readers report; what was decided; and what each channel has learned from it. */
export function Component() {
  const { read, choose } = useAddress()
  const tab = tabs.find(t => t.id === read('tab'))?.id ?? 'queue'
  return (
    <AdminPage
      title="Review"
      lead="One key decides, and the next one appears. Each decision changes the directory at once and is remembered for the channel."
    >
      <Tabs
        label="Review"
        tabs={tabs}
        value={tab}
        onChange={to => choose({ tab: to === 'queue' ? undefined : to, page: undefined })}
      >
        {tab === 'queue' && <Queue />}
        {tab === 'decisions' && <Decisions />}
        {tab === 'glossary' && <Glossary />}
      </Tabs>
    </AdminPage>
  )
}
