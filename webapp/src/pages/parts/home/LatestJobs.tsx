import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Link } from 'react-router'
import { JobService, type Job } from '@/gen/mentionary/v1/job_pb'
import { paths } from '@/lib/paths'
import { isOpen, jobWords, moment } from '@/modules/jobWords'
import { useWatch } from '@/modules/useWatch'
import { Dot } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Progress } from '@/ui/Progress'
import { VisuallyHidden } from '@/ui/VisuallyHidden'
import { endedLately, useDismissed } from './endedJobs'
import { useNews } from './useNews'

/** Most jobs shown; the rest stands on the page of jobs. */
const shown = 5

const nameOf = (job: Job) => job.title || job.input || `Job ${job.id}`

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
      <VisuallyHidden> {nameOf(job)}</VisuallyHidden>
    </Link>
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
          {news.map(job => `${nameOf(job)}: ${jobWords(job).label}. ${job.stateText}`).join(' ')}
        </span>
      </VisuallyHidden>
      {there.length > 0 && (
        <section aria-label="Latest jobs">
          <ul className="open-jobs">
            {there.map(job => {
              const { label, tone } = jobWords(job)
              const ended = !isOpen(job)
              const next = moment(job.nextAttemptAt)
              return (
                <li key={job.id}>
                  <Link className="clamp-2" to={paths.job(String(job.id))}>
                    {nameOf(job)}
                  </Link>
                  <span className="small">
                    <Dot tone={tone}>{label}</Dot>
                  </span>
                  <span className={ended ? 'small muted' : 'small muted open-job-text'}>
                    {job.stateText}
                    {next && <span className="figures"> Next attempt at {next}.</span>}
                  </span>
                  {ended && (
                    <span className="open-job-end">
                      <Result job={job} onOpen={() => dismiss(job.id)} />
                      <Button
                        look="quiet"
                        size="small"
                        icon="close"
                        iconOnly
                        onClick={() => dismiss(job.id)}
                      >{`Dismiss ${nameOf(job)}`}</Button>
                    </span>
                  )}
                  {!ended && job.itemsTotal > 1 && (
                    <Progress
                      value={job.itemsDone + job.itemsFailed}
                      max={job.itemsTotal}
                      label={`Episodes of ${nameOf(job)} analyzed`}
                    />
                  )}
                </li>
              )
            })}
          </ul>
          <Link className="section-more small" to={paths.jobs()}>
            All jobs
          </Link>
        </section>
      )}
    </>
  )
}
