import { useMutation, useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { QualityService } from '@/gen/mentionary/v1/quality_pb'
import { count } from '@/lib/format'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { Answered } from '@/modules/Answered'
import { toastError } from '@/ui/toasts'
import { PassState } from './PassState'
import { useCuration } from './useCuration'

/** How many entities a pass asks about; catalogs want a second for each question. */
const asked = 200

/** Asking public catalogs which of their records the entities of a type are: a pass that runs on its own. */
export function CatalogPass({ type }: { type: string }) {
  const curation = useCuration()
  const passes = useQuery(QualityService.method.listPasses, { kind: 'lookups', type, limit: 1 })
  const starting = useMutation(QualityService.method.startPass, {
    onError: () => toastError('Lookup Failed', 'Unable to ask public catalogs'),
    onSettled: () => void curation.refresh(),
  })
  return (
    <Panel
      title="Public Catalogs"
      actions={
        <Button
          loading={starting.isPending}
          disabled={passes.data?.passes[0]?.state === 'live'}
          onClick={() => starting.mutate({ kind: 'lookups', entityType: type, limit: asked })}
        >
          Look Up
        </Button>
      }
    >
      <p className="muted">
        Asks the public catalogs that are switched on about the {count(asked)} most mentioned {typeWords(type).plural}:
        links, authors and descriptions come from what they have. What was asked lately is not asked again.
      </p>
      <Answered query={passes} rows={1} height={52}>
        {({ passes: [pass] }) => (pass ? <PassState pass={pass} /> : null)}
      </Answered>
    </Panel>
  )
}
