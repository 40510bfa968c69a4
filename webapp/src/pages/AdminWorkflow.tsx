import { useEffect, useState, type ReactNode } from 'react'
import { timestampDate, timestampMs } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { WorkService, type GetWorkResponse, type Work } from '@/gen/mentionary/v1/work_pb'
import { dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { AdminPage, Panel } from '@/modules/admin/AdminPage'
import { Fact, Facts } from '@/modules/admin/Facts'
import { Failed, isNotFound } from '@/modules/Failed'
import { StateDot } from '@/modules/JobState'
import { may, useSession } from '@/modules/session'
import { failureKinds, moment, workIsOpen, workWords } from '@/modules/stateWords'
import { useWorkWatch } from '@/modules/useWatch'
import { useRaiseBudget } from '@/modules/work/useRaiseBudget'
import { WorkActions } from '@/modules/work/WorkActions'
import { actionWords, kindOf } from '@/modules/work/words'
import { Icon } from '@/ui/Icon'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Attempts } from './parts/workflow/Attempts'
import { Chunks } from './parts/workflow/Chunks'
import { took } from './parts/workflow/scale'
import { Ids, ModelUses, Parts, Results, Wants } from './parts/workflow/Sides'
import { Waterfall } from './parts/workflow/Waterfall'

const everything = {}

/** The present moment, which goes on while something runs. */
function useNow(on: boolean) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [on])
  return now
}

/** The whole story of one piece of work. */
export function Component() {
  const { id = '' } = useParams()
  const story = useQuery(WorkService.method.getWork, { key: id })
  useWorkWatch(everything, story.isSuccess)
  const back = (
    <Link to={paths.adminWorkflows()} className="row small">
      <Icon name="arrow-left" /> All workflows
    </Link>
  )
  if (story.data?.work) return <Story key={id} story={story.data} work={story.data.work} back={back} />
  return (
    <AdminPage title="Workflow" lead={back}>
      {story.isPending && <SkeletonRows rows={6} height={56} label="Loading the workflow…" />}
      {story.isError &&
        (isNotFound(story.error) ? (
          <Empty
            icon="list"
            heading="h2"
            title="There is no such work"
            text="It may have been deleted with its account."
          />
        ) : (
          <Failed query={story} heading="h2" />
        ))}
    </AdminPage>
  )
}

function Story({ story, work, back }: { story: GetWorkResponse; work: Work; back: ReactNode }) {
  const session = useSession()
  const admin = may(session, 'admin')
  const raise = useRaiseBudget()
  const [asked, setAsked] = useState<{ action: string; rows: readonly Work[] }>()
  const now = useNow(work.state === 'running')
  return (
    <AdminPage
      title={work.title || work.key}
      lead={
        <span className="stack stack-tight">
          {back}
          <span>
            {kindOf(work)}
            {work.channelName && (
              <>
                {' · '}
                <Link to={paths.channel(work.channelId)}>{work.channelName}</Link>
              </>
            )}
          </span>
        </span>
      }
      actions={
        <>
          {work.actions
            .filter(action => action in actionWords)
            .map(action => (
              <Button
                key={action}
                icon={<Icon name={actionWords[action]!.icon} />}
                onClick={() => setAsked({ action, rows: [work] })}
              >
                {actionWords[action]!.label}
              </Button>
            ))}
          {story.videoId && (
            <Link to={paths.episode(story.videoId)} className="row">
              Episode
            </Link>
          )}
        </>
      }
    >
      <Overview work={work} attempts={story.attempts.length} now={now} />
      {story.steps.length > 0 && (
        <Panel title="Timeline">
          <Waterfall steps={story.steps} attempts={story.attempts} now={now} />
        </Panel>
      )}
      {story.chunks.length > 0 && (
        <Panel title="Parts of the transcript">
          <Chunks chunks={story.chunks} />
        </Panel>
      )}
      {(work.kind === 'job' || work.kind === 'look' || work.kind === 'batch') && (
        <Parts parts={story.parts} story={story} />
      )}
      {story.attempts.length > 0 && <Attempts attempts={story.attempts} />}
      <div className="admin-pair">
        {work.kind === 'run' && <Wants wants={story.wants} />}
        {story.results.length > 0 && <Results results={story.results} title={resultsTitle(work)} />}
        {story.modelUses.length > 0 && <ModelUses uses={story.modelUses} />}
        <Ids ids={story.ids} url={story.workflowUrl} run={work.kind === 'run'} />
      </div>
      {asked && (
        <WorkActions
          rows={asked.rows}
          selected={0}
          admin={admin}
          asked={asked}
          text=""
          onAsk={() => undefined}
          onClose={() => setAsked(undefined)}
          onClear={() => undefined}
          raise={raise}
        />
      )}
    </AdminPage>
  )
}

/** What the results of a piece of work are. */
function resultsTitle({ kind, type }: Work): string {
  if (kind !== 'pass') return 'What was written'
  return type === 'readings' ? 'What was read again' : 'Entities by outcome'
}

/** What everybody asks first. */
function Overview({ work, attempts, now }: { work: Work; attempts: number; now: number }) {
  const from = work.createdAt ? timestampMs(work.createdAt) : now
  const to = work.finishedAt ? timestampMs(work.finishedAt) : workIsOpen(work.state) ? now : undefined
  const next = workIsOpen(work.state) && moment(work.nextAttemptAt)
  return (
    <Panel>
      <div className="row">
        <StateDot words={workWords(work.state)} />
        <span>{work.stateText}</span>
      </div>
      <Facts>
        <Fact name="Asked for">{dateTime(work.createdAt && timestampDate(work.createdAt))}</Fact>
        {work.finishedAt && <Fact name="Ended">{dateTime(timestampDate(work.finishedAt))}</Fact>}
        {to !== undefined && <Fact name={work.finishedAt ? 'Took' : 'So far'}>{took(to - from)}</Fact>}
        {next && <Fact name="Next try">{next}</Fact>}
        {attempts > 0 && <Fact name="Attempts">{attempts}</Fact>}
        {work.errorClass && <Fact name="Last failure">{failureKinds[work.errorClass] ?? work.errorClass}</Fact>}
        <Fact name="Submitter">
          <Link to={paths.adminWorkflows({ by: work.submitterId })}>{work.submitter}</Link>
        </Fact>
      </Facts>
    </Panel>
  )
}
