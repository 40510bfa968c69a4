import { Page, PageHead } from '@/ui/Page'
import { ControlSamples } from './parts/design/Controls'
import { CoverSamples } from './parts/design/Covers'
import { EvidenceSamples } from './parts/design/Evidence'
import { StateSamples } from './parts/design/States'
import { WordSamples } from './parts/design/Words'

/** Every piece of the interface in every state, for people who build pages and for tests that look at them. */
export function Component() {
  return (
    <Page title="Design">
      <PageHead
        kicker="Development"
        title="All pieces in all states"
        lead="What pages are built from, with names that are long, foreign or missing."
      />
      <WordSamples />
      <EvidenceSamples />
      <CoverSamples />
      <ControlSamples />
      <StateSamples />
    </Page>
  )
}
