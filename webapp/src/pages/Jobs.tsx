import { useInfiniteQuery } from '@connectrpc/connect-query'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { ListEnd } from '@/modules/ListEnd'
import { keepLater } from '@/modules/later'
import { byOffset } from '@/modules/paged'
import { may, useSession } from '@/modules/session'
import { useWatch } from '@/modules/useWatch'
import { Button, LinkButton } from '@/ui/Button'
import { Switch } from '@/ui/Field'
import { Page, PageHead } from '@/ui/Page'
import { Empty } from '@/ui/States'
import { JobRow, JobRowsLoading } from './parts/jobs/JobRow'
import './Jobs.css'

const pageSize = 25

/** One's own submissions, live; moderators and admins may look at everybody's. */
export function Component() {
  const session = useSession()
  const { read, choose } = useAddress()
  const mayAll = may(session, 'moderate') || may(session, 'admin')
  const all = mayAll && read('all') === '1'
  const list = useInfiniteQuery(
    JobService.method.listJobs,
    { limit: pageSize, offset: 0, all },
    { ...byOffset(page => page.jobs.length), structuralSharing: keepLater },
  )
  useWatch('jobs', { on: list.isSuccess })
  const jobs = list.data?.pages.flatMap(page => page.jobs) ?? []

  return (
    <Page title={all ? 'Jobs' : 'My Jobs'}>
      <PageHead
        kicker="Analysis"
        title={all ? 'Everybody’s jobs' : 'My Jobs'}
        lead="What was submitted for analysis, and how far along it is."
        actions={
          mayAll && (
            <>
              {all && (
                <Button look="quiet" icon="retry" busy={list.isRefetching} onClick={() => void list.refetch()}>
                  Refresh
                </Button>
              )}
              <Switch label="Everybody’s" checked={all} onChange={on => choose({ all: on ? '1' : undefined })} />
            </>
          )
        }
      />
      {list.isPending && <JobRowsLoading />}
      {list.isError && !list.data && <Failed query={list} />}
      {list.data && jobs.length === 0 && (
        <Empty
          icon="list"
          title="No jobs yet"
          text="Submit a video, channel, playlist, podcast feed or transcript, and follow its progress here."
        >
          <LinkButton look="primary" to={paths.home()}>
            Analyze Content
          </LinkButton>
        </Empty>
      )}
      {jobs.length > 0 && (
        <ol className="job-rows" aria-label="Jobs">
          {jobs.map(job => (
            <JobRow key={job.id} job={job} submitter={all} />
          ))}
        </ol>
      )}
      <ListEnd query={list} />
    </Page>
  )
}
