import { useState } from 'react'
import { useQuery } from '@connectrpc/connect-query'
import { Alert, Button, Modal } from 'antd'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { MergeService, type PreviewMergeResponse } from '@/gen/mentionary/v1/merge_pb'
import { counted } from '@/lib/plurals'
import { Answered } from '@/modules/Answered'
import { EntityName } from './EntityName'
import { useCuration } from './useCuration'
import { fieldWords } from './words'

/** Makes two entities one, after showing what that moves. The one with more mentions stays, unless they are swapped. */
export function MergeDialog({
  first,
  second,
  onClose,
}: {
  first: Entity
  second: Entity
  onClose: (merged: boolean) => void
}) {
  const [swapped, setSwapped] = useState(second.mentionCount > first.mentionCount)
  const [survivor, merged] = swapped ? [second, first] : [first, second]
  const curation = useCuration()
  const preview = useQuery(MergeService.method.previewMerge, { id: survivor.id, mergedId: merged.id })
  return (
    <Modal
      open
      title="Merge Entities"
      width={620}
      okText="Merge"
      okButtonProps={{ disabled: !preview.isSuccess, autoFocus: true }}
      confirmLoading={curation.busy}
      onOk={async () => {
        if (await curation.merge(survivor.id, merged.id)) onClose(true)
      }}
      onCancel={() => onClose(false)}
    >
      <div className="stack quality-form">
        <div className="quality-merge-pair">
          <div>
            <p className="kicker">Stays</p>
            <EntityName entity={survivor} badge={false} />
          </div>
          <Button size="small" onClick={() => setSwapped(!swapped)}>
            Swap
          </Button>
          <div>
            <p className="kicker">Becomes part of it</p>
            <EntityName entity={merged} badge={false} />
          </div>
        </div>
        <Answered query={preview} rows={4} height={28} label="Looking at what would move…">
          {data => <Preview preview={data} />}
        </Answered>
      </div>
    </Modal>
  )
}

function Preview({ preview }: { preview: PreviewMergeResponse }) {
  const moves = [
    counted(preview.mentionsMoved, 'mention'),
    `${counted(preview.episodesMoved, 'episode')} that name it`,
    counted(preview.linksMoved, 'link'),
    counted(preview.favoritesMoved, 'favorite'),
  ]
  return (
    <>
      {preview.warnings.map(warning => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
      <section>
        <h3>What moves</h3>
        <ul className="quality-moves figures">
          {moves.map(move => (
            <li key={move}>{move}</li>
          ))}
          {preview.aliasesAdded.length > 0 && <li>names: {preview.aliasesAdded.join(', ')}</li>}
        </ul>
      </section>
      {preview.fields.length > 0 && (
        <section>
          <h3>Fields</h3>
          <dl className="quality-fields">
            {preview.fields.map(f => (
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
        </section>
      )}
      {preview.reasons.length > 0 && (
        <section>
          <h3>Why they may be the same</h3>
          <ul className="quality-moves">
            {preview.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      <p className="small muted">Old addresses lead to the entity that stays. The merge can be undone at any time.</p>
    </>
  )
}
