import type { QueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/Icon'
import { toast } from '@/ui/toasts'
import { asked, readAgain } from './readAgain'
import './JobStarted.css'

/** Says that a submission became a job, and has the lists of jobs read again. */
export function announceJob(jobId: number, queries: QueryClient) {
  toast('Processing Started', `Job ${jobId} created. Processing will begin shortly.`)
  void readAgain(queries, [asked(JobService.method.listJobs)])
}

/** Stands where something was handed in, and leads to the job it became. */
export function JobStarted({ jobId }: { jobId: number }) {
  return (
    <span className="job-started">
      <Icon name="check" /> Job {jobId} is on its way. <Link to={paths.job(String(jobId))}>Follow job {jobId}</Link>
    </span>
  )
}
