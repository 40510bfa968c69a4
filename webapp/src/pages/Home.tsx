import { useSearchParams } from 'react-router'
import { copy } from '@/lib/copy'
import { AnalyzeForm } from '@/modules/AnalyzeForm'
import { RecentEpisodes } from '@/modules/RecentEpisodes'
import { UploadArea } from '@/modules/UploadArea'
import { useWatch } from '@/modules/useWatch'
import { Page, PageHead } from '@/ui/Page'
import { DiscoveredMentions } from './parts/home/DiscoveredMentions'
import { LatestJobs } from './parts/home/LatestJobs'
import './Home.css'

/** What signed-in people see at "/": hand something in, and what was found lately. */
export function Component() {
  const [search] = useSearchParams()
  useWatch('catalogue')
  return (
    <Page title="Mentionary">
      <PageHead title={copy.homeTitle} lead={copy.homeLead} />
      <div className="home-in">
        <div className="home-address">
          <AnalyzeForm initial={search.get('input') ?? ''} />
          <LatestJobs />
        </div>
        <UploadArea />
      </div>
      <RecentEpisodes limit={6} empty="No episodes analyzed yet. Start by analyzing some content above!" />
      <DiscoveredMentions />
    </Page>
  )
}
