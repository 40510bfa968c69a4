import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Alert, Button, Radio } from 'antd'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { MergeService, type MergePreviewPart } from '@/gen/mentionary/v1/merge_pb'
import { counted } from '@/lib/plurals'
import { PreviewDialog } from '@/modules/admin/PreviewDialog'
import { EntityName } from './EntityName'
import { useCuration } from './useCuration'
import { fieldWords } from './words'

/** How many can be merged at once: the one that stays, and twenty that become part of it. */
export const mergedAtOnce = 21

/** Makes entities one, after showing what that moves. The one with the most mentions stays, unless another one is chosen. */
export function MergeDialog({
  entities,
  onClose,
}: {
  entities: readonly Entity[]
  onClose: (merged: boolean) => void
}) {
  const [left, setLeft] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState<number>()
  const those = entities.filter(e => !left.includes(e.id))
  const most = those.reduce((a, b) => (b.mentionCount > a.mentionCount ? b : a))
  const survivor = those.find(e => e.id === chosen) ?? most
  const ids = { id: survivor.id, mergedIds: those.filter(e => e !== survivor).map(e => e.id) }
  const curation = useCuration()
  const preview = useQuery(MergeService.method.previewMerge, ids)
  return (
    <PreviewDialog
      title="Merge Entities"
      confirm="Merge"
      able
      query={preview}
      rows={4}
      height={28}
      label="Looking at what would move…"
      onConfirm={async () => {
        await curation.merge(ids.id, ids.mergedIds)
        onClose(true)
      }}
      onClose={() => onClose(false)}
      above={busy => (
        <Radio.Group
          className="quality-merge-those"
          aria-label="Which one stays"
          disabled={busy}
          value={survivor.id}
          onChange={event => setChosen(event.target.value as number)}
        >
          {those.map(entity => (
            <div key={entity.id} className="row row-between">
              <span className="row quality-merge-one">
                <Radio value={entity.id} aria-label={`${entity.name} stays`} />
                <EntityName entity={entity} badge={false} />
              </span>
              <span className="row small muted">
                {entity === survivor ? <b>Stays</b> : 'Becomes part of it'}
                {those.length > 2 && (
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={`Leave out ${entity.name}`}
                    onClick={() => setLeft([...left, entity.id])}
                  >
                    Leave Out
                  </Button>
                )}
              </span>
            </div>
          ))}
        </Radio.Group>
      )}
    >
      {({ parts }) => (
        <div className="stack quality-form">
          {parts.map(part => (
            <Part key={part.merged?.id} part={part} alone={parts.length === 1} />
          ))}
          <p className="small muted">
            Old addresses lead to the entity that stays. This is one merge, which can be undone at any time.
          </p>
        </div>
      )}
    </PreviewDialog>
  )
}

/** What moves because of one of those that become part of the one that stays. */
function Part({ part, alone }: { part: MergePreviewPart; alone: boolean }) {
  const moves = [
    counted(part.mentionsMoved, 'mention'),
    `${counted(part.episodesMoved, 'episode')} that name it`,
    counted(part.linksMoved, 'link'),
    counted(part.favoritesMoved, 'favorite'),
  ]
  return (
    <section className="stack stack-tight">
      <h3>{alone ? 'What moves' : `What moves from “${part.merged?.name}”`}</h3>
      {part.warnings.map(warning => (
        <Alert key={warning} type="warning" showIcon title={warning.charAt(0).toUpperCase() + warning.slice(1)} />
      ))}
      <ul className="quality-moves figures">
        {alone ? moves.map(move => <li key={move}>{move}</li>) : <li>{moves.join(', ')}</li>}
        {part.aliasesAdded.length > 0 && <li>names: {part.aliasesAdded.join(', ')}</li>}
      </ul>
      {part.fields.length > 0 && (
        <dl className="quality-fields">
          {part.fields.map(f => (
            <div key={f.field}>
              <dt>{fieldWords(f.field)}</dt>
              <dd>
                {f.filled ? (
                  <>
                    <ins>{f.merged}</ins> is filled in
                  </>
                ) : (
                  <>
                    <b>{f.kept || 'Locked'}</b> stays, <del>{f.merged}</del> is left
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {part.reasons.length > 0 && (
        <>
          <h4 className="small">Why they may be the same</h4>
          <ul className="quality-moves">
            {part.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
