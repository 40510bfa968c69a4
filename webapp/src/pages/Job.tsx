import { useQuery } from '@connectrpc/connect-query'
import { useParams } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { Failed, isNotFound } from '@/modules/Failed'
import { keepLater } from '@/modules/later'
import { useWatch } from '@/modules/useWatch'
import { LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { Loading, Skeleton } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { JobHead } from './parts/job/JobHead'
import { JobItems } from './parts/job/JobItems'
import './Job.css'

function Missing() {
  return (
    <Page title="Job not found">
      <Empty
        heading="h1"
        icon="list"
        title="Job not found"
        text="There is no job with this number, or it belongs to somebody else."
      >
        <LinkButton to={paths.jobs()}>My Jobs</LinkButton>
      </Empty>
    </Page>
  )
}

function LiveJob({ id }: { id: number }) {
  const job = useQuery(JobService.method.getJob, { id }, { structuralSharing: keepLater })
  useWatch('job', { id, on: job.isSuccess })
  if (job.isPending) {
    return (
      <Page title="Job">
        <Loading>
          <div className="stack">
            <Skeleton width="20%" height={14} />
            <Skeleton width="60%" height={44} />
            <Skeleton width="40%" />
            <Skeleton height={8} />
            <Skeleton height={260} />
          </div>
        </Loading>
      </Page>
    )
  }
  if (isNotFound(job.error)) return <Missing />
  if (job.isError)
    return (
      <Page title="Job">
        <Failed query={job} heading="h1" />
      </Page>
    )
  if (!job.data.job) return <Missing />
  return (
    <Page title={job.data.job.title || `Job ${id}`}>
      <JobHead job={job.data.job} />
      <JobItems job={job.data.job} />
    </Page>
  )
}

/** One submission with its episodes and the stages of each, live. */
export function Component() {
  const { id: text = '' } = useParams()
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? <LiveJob key={text} id={Number(text)} /> : <Missing />
}
