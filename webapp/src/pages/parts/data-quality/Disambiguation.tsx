import { useMutation } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { Panel } from '@/modules/admin/AdminPage'
import { useWatch } from '@/modules/useWatch'
import { toast, toastError } from '@/ui/toasts'
import { FirstEntities } from './FirstEntities'
import { PairReview } from './PairReview'
import { useCuration } from './useCuration'

/** How many entities one pass for duplicates looks at. */
const limit = 100

/** What may be the same: a pass that joins the certain ones, and the doubtful pairs side by side. */
export function Disambiguation({ type }: { type: string }) {
  useWatch('passes')
  const curation = useCuration()
  const finding = useMutation(EntityService.method.batchDisambiguate, {
    onSuccess: ({ merged, created, skipped }) =>
      toast('Disambiguation Complete', `Merged: ${merged}, Created: ${created}, Skipped: ${skipped}`),
    onError: () => toastError('Disambiguation Failed', 'Unable to process disambiguation'),
    onSettled: () => void curation.refresh(),
  })
  return (
    <div className="stack">
      <Panel
        title="Entity Disambiguation"
        actions={
          <Button
            type="primary"
            loading={finding.isPending}
            onClick={() => finding.mutate({ entityType: type, limit })}
          >
            Find Duplicates
          </Button>
        }
      >
        <p className="muted">
          What is certainly the same is merged; the rest waits here for a person. Every decision is remembered.
        </p>
        <PairReview type={type} curation={curation} />
      </Panel>
      <FirstEntities type={type} />
    </div>
  )
}
