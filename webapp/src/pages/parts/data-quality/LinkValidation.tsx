import { useMutation, useQuery } from '@connectrpc/connect-query'
import { Button, Dropdown, Space } from 'antd'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { QualityService } from '@/gen/mentionary/v1/quality_pb'
import { count } from '@/lib/format'
import { typeWords } from '@/lib/types'
import { Panel } from '@/modules/admin/AdminPage'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { Answered } from '@/modules/Answered'
import { useWatch } from '@/modules/useWatch'
import { Empty } from '@/ui/States'
import { toast, toastError } from '@/ui/toasts'
import { CatalogPass } from './CatalogPass'
import { FirstEntities } from './FirstEntities'
import { PassState } from './PassState'
import { useCuration } from './useCuration'
import { ValidationTable } from './ValidationTable'

/** How many entities a pass may be asked to check; the button itself checks the first 50. */
const passSizes = [200, 500, 1000]

/** Whether the links of a type lead anywhere: a pass that runs on its own, and what it found so far. */
export function LinkValidation({ type }: { type: string }) {
  useWatch('passes')
  const curation = useCuration()
  const help = useShortcuts([{ key: 'u', does: 'Undo the last change', act: () => void curation.undo() }])
  const passes = useQuery(QualityService.method.listPasses, { kind: 'links', type, limit: 1 })
  const validating = useMutation(EntityService.method.batchValidate, {
    onSuccess: ({ results }) => toast('Validation Complete', `Validated ${results.length} entities`),
    onError: () => toastError('Validation Failed', 'Unable to validate entities'),
    onSettled: () => void curation.refresh(),
  })
  const starting = useMutation(QualityService.method.startPass, {
    onError: () => toastError('Validation Failed', 'Unable to validate entities'),
    onSettled: () => void curation.refresh(),
  })
  return (
    <div className="stack">
      <Panel
        title="Link Validation"
        actions={
          <>
            {help}
            <Space.Compact>
              <Button
                type="primary"
                loading={validating.isPending}
                onClick={() => validating.mutate({ entityType: type })}
              >
                Validate Links
              </Button>
              <Dropdown
                menu={{
                  items: passSizes.map(size => ({ key: size, label: `The first ${count(size)}` })),
                  onClick: ({ key }) => starting.mutate({ kind: 'links', entityType: type, limit: Number(key) }),
                }}
                trigger={['click']}
              >
                <Button type="primary" aria-label="Validate more than 50" loading={starting.isPending}>
                  ▾
                </Button>
              </Dropdown>
            </Space.Compact>
          </>
        }
      >
        <Answered query={passes} rows={4} height={52}>
          {({ passes: [pass] }) =>
            pass ? (
              <>
                <PassState pass={pass} />
                <ValidationTable pass={pass} curation={curation} />
              </>
            ) : (
              <>
                <p className="muted">
                  Checks whether the links of the 50 most mentioned {typeWords(type).plural} still work. A pass over
                  more continues while you do other things.
                </p>
                <Empty
                  icon="link"
                  title="No links have been checked yet"
                  text="Press “Validate Links” to check the most mentioned ones."
                />
              </>
            )
          }
        </Answered>
      </Panel>
      <CatalogPass type={type} />
      <FirstEntities type={type} />
    </div>
  )
}
