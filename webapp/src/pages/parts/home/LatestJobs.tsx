import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import { JobService, type Job } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { JobProgress } from '@/modules/JobState'
import { isOpen, jobName, jobWords, nextAttemptText } from '@/modules/stateWords'
import { useWatch } from '@/modules/useWatch'
import { Dot } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { VisuallyHidden } from '@/ui/VisuallyHidden'
import { endedLately, useDismissed } from './endedJobs'
import { useNews } from './useNews'

/** Most jobs shown; the rest stands on the page of jobs. */
const shown = 5

/** Leads to what came of a job: to the episode of a single one, else to the job with its episodes and what to do about them. */
function Result({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const whole = useQuery(
    JobService.method.getJob,
    { id: job.id },
    { enabled: job.itemsTotal === 1 && job.itemsDone === 1 },
  )
  const episode = whole.data?.job?.items[0]?.episodeId
  const [to, words] =
    episode === undefined ? [paths.job(String(job.id)), 'Open job'] : [paths.episode(episode), 'Open episode']
  return (
    <Link className="small" to={to} onClick={onOpen}>
      {words}
      <VisuallyHidden> {jobName(job)}</VisuallyHidden>
    </Link>
  )
}

/** One job: its name, its state in a word and a sentence, and how far it is, or what came of it. */
function JobLine({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { label, tone } = jobWords(job)
  const ended = !isOpen(job)
  const next = nextAttemptText(job.nextAttemptAt)
  return (
    <li>
      <Link className="clamp-2" to={paths.job(String(job.id))}>
        {jobName(job)}
      </Link>
      <span className="small">
        <Dot tone={tone}>{label}</Dot>
      </span>
      <span className={ended ? 'small muted' : 'small muted open-job-text'}>
        {job.stateText}
        {next && <span className="figures"> {next}</span>}
      </span>
      {ended && (
        <span className="open-job-end">
          <Result job={job} onOpen={onDismiss} />
          <Button
            look="quiet"
            size="small"
            icon="close"
            iconOnly
            onClick={onDismiss}
          >{`Dismiss ${jobName(job)}`}</Button>
        </span>
      )}
      {!ended && job.itemsTotal > 1 && <JobProgress job={job} label={`Episodes of ${jobName(job)} analyzed`} />}
    </li>
  )
}

/**
 * One's own jobs that are worked on, live, and those that have ended: an ended one stands there until its result is opened, it
 * is dismissed, or a day has passed. Nothing is shown while there are none.
 */
export function LatestJobs() {
  const jobs = useQuery(JobService.method.listJobs, { limit: 20 })
  useWatch('jobs', { on: jobs.isSuccess })
  const [dismissed, dismiss] = useDismissed()
  const [opened] = useState(() => Date.now())
  const all = jobs.data?.jobs ?? []
  const news = useNews(jobs.data?.jobs)
  const there = all.filter(job => isOpen(job) || (endedLately(job, opened) && !dismissed.has(job.id))).slice(0, shown)
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {news.map(job => `${jobName(job)}: ${jobWords(job).label}. ${job.stateText}`).join(' ')}
        </span>
      </VisuallyHidden>
      {there.length > 0 && (
        <section aria-label="Latest jobs">
          <ul className="open-jobs">
            {there.map(job => (
              <JobLine key={job.id} job={job} onDismiss={() => dismiss(job.id)} />
            ))}
          </ul>
          <Link className="section-more small" to={paths.jobs()}>
            All jobs
          </Link>
        </section>
      )}
    </>
  )
}
