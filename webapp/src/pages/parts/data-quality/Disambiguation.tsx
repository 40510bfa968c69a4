import { useEffect, useRef } from 'react'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { Button, Dropdown, Space } from 'antd'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { QualityService, type Pass } from '@/gen/mentionary/v1/quality_pb'
import { count } from '@/lib/format'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { useWatch } from '@/modules/useWatch'
import { toast, toastError } from '@/ui/toasts'
import { FirstEntities } from './FirstEntities'
import { PairReview } from './PairReview'
import { PassState } from './PassState'
import { useCuration } from './useCuration'

/** How many entities the button itself looks at. */
const limit = 100

/** What a pass that goes on by itself may look at. */
const more = { thousand: { limit: 1000 }, all: { all: true } }

/** What may be the same: a pass that joins the certain ones, and the doubtful pairs side by side. */
export function Disambiguation({ type }: { type: string }) {
  useWatch('passes')
  const curation = useCuration()
  const refused = () => toastError('Disambiguation Failed', 'Unable to process disambiguation')
  const finding = useMutation(EntityService.method.batchDisambiguate, {
    onSuccess: ({ merged, created, skipped }) =>
      toast('Disambiguation Complete', `Merged: ${merged}, Created: ${created}, Skipped: ${skipped}`),
    onError: refused,
    onSettled: () => void curation.refresh(),
  })
  const starting = useMutation(QualityService.method.startPass, {
    onError: refused,
    onSettled: () => void curation.refresh(),
  })
  const passes = useQuery(QualityService.method.listPasses, { kind: 'duplicates', type, limit: 1 })
  const last = passes.data?.passes[0]
  useEnd(last, () => void curation.refresh())
  return (
    <div className="stack">
      <Panel
        title="Entity Disambiguation"
        actions={
          <Space.Compact>
            <Button
              type="primary"
              loading={finding.isPending}
              onClick={() => finding.mutate({ entityType: type, limit })}
            >
              Find Duplicates
            </Button>
            <Dropdown
              menu={{
                items: [
                  { key: 'thousand', label: `Among the first ${count(more.thousand.limit)}` },
                  { key: 'all', label: `Among all ${typeWords(type).plural}` },
                ],
                onClick: ({ key }) =>
                  starting.mutate({ kind: 'duplicates', entityType: type, ...more[key as keyof typeof more] }),
              }}
              trigger={['click']}
            >
              <Button
                type="primary"
                aria-label={`Look at more than ${count(limit)}`}
                loading={starting.isPending}
                disabled={last?.state === 'live'}
              >
                ▾
              </Button>
            </Dropdown>
          </Space.Compact>
        }
      >
        <p className="muted">
          What is certainly the same is merged; the rest waits here for a person. Every decision is remembered.
        </p>
        {last && <PassState pass={last} />}
        <PairReview type={type} curation={curation} />
      </Panel>
      <FirstEntities type={type} />
    </div>
  )
}

/** Calls back when a pass ends that was seen under way: only then, so that the pair somebody looks at stays where it is. */
function useEnd(pass: Pass | undefined, then: () => void) {
  const running = useRef<number>(undefined)
  useEffect(() => {
    if (pass?.state === 'live') running.current = pass.id
    else if (pass && running.current === pass.id) {
      running.current = undefined
      then()
    }
  })
}
