import { useState } from 'react'
import { useMutation, useTransport, callUnaryMethod } from '@connectrpc/connect-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectError } from '@connectrpc/connect'
import { Progress, Select } from 'antd'
import { WorkService, type Work, type WorkOutcome } from '@/gen/mentionary/v1/work_pb'
import { count } from '@/lib/format'
import { PreviewDialog } from '@/modules/admin/PreviewDialog'
import { stageNames } from '@/modules/stateWords'
import { Icon } from '@/ui/Icon'
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
  const acting = useMutation(WorkService.method.actOnWork)
  const preview = useQuery<WorkOutcome[], ConnectError>({
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
    const out: WorkOutcome[] = []
    for (const part of chunks(able.map(one => one.key))) {
      const answer = await acting.mutateAsync({ action, keys: part, fromStage: action === 'retry' ? stage : '' })
      out.push(...answer.results)
      setResults([...out])
      putOutcome(
        queries,
        answer.results.flatMap(one => one.work ?? []),
      )
    }
  }

  return (
    <PreviewDialog
      title={`${label}: ${rows.length === 1 ? rows[0]!.title || rows[0]!.key : `${count(rows.length)} selected`}`}
      confirm={able.length > 1 ? `${label} ${count(able.length)}` : label}
      danger={action === 'cancel'}
      able={able.length > 0}
      ended={results !== undefined}
      query={preview}
      rows={Math.min(rows.length, 4)}
      height={48}
      label="Looking at what will happen…"
      onConfirm={act}
      onClose={onClose}
      above={busy => (
        <>
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
            <Progress
              percent={Math.round((100 * (results?.length ?? 0)) / Math.max(1, able.length))}
              aria-label={label}
            />
          )}
        </>
      )}
    >
      {previewed => (
        <ul className="work-outcomes" aria-label={results ? 'Results' : 'What will happen'}>
          {(results ?? previewed).map(one => (
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
    </PreviewDialog>
  )
}
