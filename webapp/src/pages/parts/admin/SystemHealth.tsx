import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { GetHealthResponse, HealthCheck } from '@/gen/mentionary/v1/admin_pb'
import { InsightsService, type Failure } from '@/gen/mentionary/v1/insights_pb'
import { ago, count, dateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Panel } from '@/modules/admin/AdminPage'
import { Answered } from '@/modules/Answered'
import { StateDot } from '@/modules/JobState'
import { healthWords, stageNames } from '@/modules/stateWords'
import { Icon } from '@/ui/Icon'

/** The question for the health, to be asked again. */
export type Look = { refetch: () => unknown; isFetching: boolean }

/** Every check of the product with what it found, and what failed last. */
export function SystemHealth({ health, look }: { health: GetHealthResponse; look: Look }) {
  const at = health.checkedAt && timestampDate(health.checkedAt)
  return (
    <div className="admin-pair admin-health">
      <Panel
        title="System Health"
        actions={
          <>
            {at && (
              <span className="small muted">
                Checked <time dateTime={at.toISOString()}>{dateTime(at)}</time>
              </span>
            )}
            <Button icon={<Icon name="retry" />} loading={look.isFetching} onClick={() => void look.refetch()}>
              Check again
            </Button>
          </>
        }
      >
        <ul className="ruled admin-checks" aria-label="Checks">
          {health.checks.map(check => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
        {health.version && <p className="small muted">Version {health.version}</p>}
      </Panel>
      <LastErrors />
    </div>
  )
}

const names: Record<string, string> = {
  sign_in: 'Sign-in',
  model: 'Language model',
  speech: 'Speech server',
  workflows: 'Workflow engine',
}

/** What a check is called: its own word where there is none of ours, as in "queue mentionary-model". */
function checkName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function Check({ check: { name, state, text, tookMs } }: { check: HealthCheck }) {
  return (
    <li>
      <span className="admin-check-state">
        <StateDot words={healthWords(state)} />
      </span>
      <span className="lines">
        <strong>{checkName(name)}</strong>
        <span className="small muted">{text}</span>
      </span>
      {state !== 'off' && <span className="small muted figures">{count(tookMs)} ms</span>}
    </li>
  )
}

/** The latest failures of jobs and episodes. */
function LastErrors() {
  const failures = useQuery(InsightsService.method.listFailures, { limit: 5 }, { refetchOnMount: 'always' })
  return (
    <Panel title="Last Errors">
      <Answered query={failures}>
        {({ failures: list }) =>
          list.length === 0 ? (
            <p className="muted">Nothing has failed.</p>
          ) : (
            <ol className="ruled ruled-lines" aria-label="Last errors">
              {list.map((failure, i) => (
                <Row key={i} failure={failure} />
              ))}
            </ol>
          )
        }
      </Answered>
    </Panel>
  )
}

function Row({ failure: { jobId, title, stage, text, failedAt } }: { failure: Failure }) {
  const at = failedAt && timestampDate(failedAt)
  return (
    <li>
      <span className="small muted">
        {stage in stageNames ? stageNames[stage as keyof typeof stageNames] : stage || 'List episodes'}
        {at && (
          <>
            {' · '}
            <time dateTime={at.toISOString()} title={dateTime(at)}>
              {ago(at)}
            </time>
          </>
        )}
      </span>
      {jobId === undefined ? (
        <strong className="clamp-1">{title}</strong>
      ) : (
        <Link className="clamp-1" to={paths.job(String(jobId))}>
          {title}
        </Link>
      )}
      <span className="small">{text}</span>
    </li>
  )
}
