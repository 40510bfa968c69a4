import { Segmented } from 'antd'
import { AdminPage } from '@/modules/admin/AdminPage'
import { useAddress } from '@/modules/address'
import { Decisions } from './parts/review/Decisions'
import { Glossary } from './parts/review/Glossary'
import { Queue } from './parts/review/Queue'
import './parts/review/review.css'

const tabs = [
  { value: 'queue', label: 'Queue' },
  { value: 'decisions', label: 'Decisions' },
  { value: 'glossary', label: 'Glossary' },
]

/** What the analysis is not sure of and what readers report; what was decided; and what each channel has learned from it. */
export function Component() {
  const { read, choose } = useAddress()
  const tab = tabs.find(t => t.value === read('tab'))?.value ?? 'queue'
  return (
    <AdminPage
      title="Review"
      lead="One key decides, and the next one stands there. Each decision changes the directory at once and is remembered for the channel."
      actions={
        <Segmented
          aria-label="Part of the review"
          options={tabs}
          value={tab}
          onChange={to => choose({ tab: to === 'queue' ? undefined : to })}
        />
      }
    >
      {tab === 'queue' && <Queue />}
      {tab === 'decisions' && <Decisions />}
      {tab === 'glossary' && <Glossary />}
    </AdminPage>
  )
}
