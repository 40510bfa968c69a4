import { useState } from 'react'
import { useMutation, useTransport, callUnaryMethod } from '@connectrpc/connect-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConnectError } from '@connectrpc/connect'
import { Button, Modal, Progress, Select } from 'antd'
import { WorkService, type Work, type WorkOutcome } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { stageNames } from '@/modules/stateWords'
import { Icon } from '@/ui/Icon'
import { SkeletonRows } from '@/ui/Skeleton'
import { ErrorState } from '@/ui/States'
import { actionWords } from './words'
import { putOutcome } from './workCache'

/** How many pieces of work one call takes. */
const atOnce = 100

const chunks = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, i) => all.slice(i * atOnce, (i + 1) * atOnce))

type Props = { action: string; rows: readonly Work[]; onClose: () => void }

/** Shows what an action will do to each row, does it, and shows what came of it. */
export function ActionDialog({ action, rows, onClose }: Props) {
  const transport = useTransport()
  const queries = useQueryClient()
  const { label } = actionWords[action]!
  const keys = rows.map(row => row.key)
  const [stage, setStage] = useState('')
  const [results, setResults] = useState<WorkOutcome[]>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const acting = useMutation(WorkService.method.actOnWork)
  const preview = useQuery({
    queryKey: ['work-preview', action, keys],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const out: WorkOutcome[] = []
      for (const part of chunks(keys)) {
        const answer = await callUnaryMethod(
          transport,
          WorkService.method.previewWorkAction,
          { action, keys: part },
          { signal },
        )
        out.push(...answer.results)
      }
      return out
    },
  })
  const able = preview.data?.filter(one => one.ok) ?? []

  async function act() {
    setBusy(true)
    setProblem(undefined)
    const out: WorkOutcome[] = []
    try {
      for (const part of chunks(able.map(one => one.key))) {
        const answer = await acting.mutateAsync({ action, keys: part, fromStage: action === 'retry' ? stage : '' })
        out.push(...answer.results)
        setResults([...out])
        putOutcome(
          queries,
          answer.results.flatMap(one => one.work ?? []),
        )
      }
    } catch (error) {
      setProblem(ConnectError.from(error).rawMessage)
    }
    setBusy(false)
  }

  const shown = results ?? preview.data
  const ended = results !== undefined && !busy
  return (
    <Modal
      open
      width={640}
      title={`${label}: ${rows.length === 1 ? rows[0]!.title || rows[0]!.key : `${count(rows.length)} selected`}`}
      onCancel={onClose}
      mask={{ closable: !busy }}
      footer={
        <>
          <Button onClick={onClose}>{ended ? 'Done' : 'Close'}</Button>
          {!ended && (
            <Button
              type="primary"
              danger={action === 'cancel'}
              loading={busy}
              disabled={able.length === 0}
              onClick={() => void act()}
            >
              {able.length > 1 ? `${label} ${count(able.length)}` : label}
            </Button>
          )}
        </>
      }
    >
      {action === 'retry' && !results && (
        <label className="stack stack-tight">
          <span>Begin at</span>
          <Select
            value={stage}
            onChange={setStage}
            options={[
              { value: '', label: 'Where it failed' },
              ...Object.entries(stageNames).map(([value, name]) => ({ value, label: name })),
            ]}
          />
        </label>
      )}
      {busy && (
        <Progress percent={Math.round((100 * (results?.length ?? 0)) / Math.max(1, able.length))} aria-label={label} />
      )}
      {preview.isPending && <SkeletonRows rows={Math.min(rows.length, 4)} height={48} />}
      {preview.isError && (
        <ErrorState
          text={ConnectError.from(preview.error).rawMessage}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      )}
      {problem && <ErrorState title="It stopped here" text={problem} onRetry={() => void act()} busy={busy} />}
      {shown && (
        <ul className="work-outcomes" aria-label={results ? 'Results' : 'What will happen'}>
          {shown.map(one => (
            <li key={one.key}>
              <span className={one.ok ? 'work-ok' : 'work-no'}>
                <Icon name={one.ok ? (results ? 'check' : 'arrow-right') : 'warning'} />
              </span>
              <b>{one.work?.title || one.key}</b>
              <p>{one.text}</p>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
