import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Button, Checkbox, Drawer } from 'antd'
import { useEffect } from 'react'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { useAddress } from '@/modules/address'
import { Failed } from '@/modules/Failed'
import { tellingDescription } from '@/modules/tellingDescription'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { toastError } from '@/ui/toasts'
import { EntityName } from './EntityName'
import { MergeDialog } from './MergeDialog'
import { ConfidenceScore, SimilarityBar } from './Scores'
import { matchWords } from './words'

/** What may be the same as an entity; opened by `?similar=` in the address, from every "Find Similar". */
export function SimilarDrawer() {
  const address = useAddress()
  const id = Number(address.read('similar')) || 0
  return (
    <Drawer
      title="Similar Entities"
      open={id > 0}
      size={520}
      onClose={() => address.choose({ similar: '' })}
      destroyOnHidden
    >
      {id > 0 && <Similar id={id} />}
    </Drawer>
  )
}

function Similar({ id }: { id: number }) {
  const own = useQuery(EntityService.method.getEntity, { id })
  const query = useQuery(EntityService.method.listSimilarEntities, { id })
  const [merging, setMerging] = useState<readonly Entity[]>()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const failed = query.isError
  useEffect(() => {
    if (failed) toastError('Error', 'Failed to find similar entities')
  }, [failed])
  const entity = own.data?.entity
  const chosen = query.data?.results.flatMap(r => (r.entity && ticked.includes(r.entity.id) ? r.entity : [])) ?? []
  const tick = (id: number, on: boolean) => setTicked(on ? [...ticked, id] : ticked.filter(other => other !== id))
  return (
    <div className="stack">
      {entity && (
        <div className="row row-between quality-of">
          <EntityName entity={entity} />
          {chosen.length > 0 && (
            <Button type="primary" onClick={() => setMerging(chosen)}>
              Merge {chosen.length} with It
            </Button>
          )}
        </div>
      )}
      {query.isPending ? (
        <SkeletonRows rows={3} height={120} label="Looking for similar entities…" />
      ) : query.isError ? (
        <Failed query={query} title="Failed to find similar entities" />
      ) : query.data.results.length === 0 ? (
        <Empty icon="copy" title="Nothing is like it" text="No other entity of this type has a similar name." />
      ) : (
        <ul className="stack">
          {query.data.results.map(
            result =>
              result.entity && (
                <li key={result.entity.id} className="quality-card">
                  <div className="row row-between">
                    <EntityName entity={result.entity} badge={false} />
                    <Checkbox
                      aria-label={`Select ${result.entity.name}`}
                      checked={ticked.includes(result.entity.id)}
                      onChange={event => tick(result.entity!.id, event.target.checked)}
                    />
                  </div>
                  <p className="small muted">{matchWords(result.matchType)}</p>
                  {tellingDescription(result.entity) && <p className="small">{tellingDescription(result.entity)}</p>}
                  <div className="row row-between">
                    <SimilarityBar score={result.similarity} />
                    <ConfidenceScore score={result.confidence} />
                    <Button size="small" type="primary" onClick={() => setMerging([result.entity!])}>
                      Merge
                    </Button>
                  </div>
                </li>
              ),
          )}
        </ul>
      )}
      {entity && merging && (
        <MergeDialog
          entities={[entity, ...merging]}
          onClose={merged => {
            setMerging(undefined)
            if (merged) setTicked([])
          }}
        />
      )}
    </div>
  )
}
