import { useMutation } from '@connectrpc/connect-query'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button, Progress } from 'antd'
import { QualityService, type Pass } from '@/gen/mentionary/v1/quality_pb'
import { ago, count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { Dot } from '@/ui/Badge'
import { useCuration } from './useCuration'

const tones = { live: 'warn', done: 'good', cancelled: 'calm', failed: 'bad' } as Record<
  string,
  'warn' | 'good' | 'calm' | 'bad'
>

/** How far a pass is, what it found, and why it failed. */
export function PassState({ pass }: { pass: Pass }) {
  const curation = useCuration()
  const canceling = useMutation(QualityService.method.cancelPass, { onSettled: () => void curation.refresh() })
  const live = pass.state === 'live'
  const begun = pass.createdAt && ago(timestampDate(pass.createdAt))
  return (
    <section
      className="stack stack-tight"
      aria-label={pass.kind === 'lookups' ? 'The last lookup' : 'The last pass'}
      aria-live="polite"
    >
      <p className="row small">
        <Dot tone={tones[pass.state] ?? 'calm'}>{pass.stateText}</Dot>
        <span className="figures">
          {count(pass.done)} of {counted(pass.total, 'entity')}
        </span>
        {begun && <span className="muted">begun {begun}</span>}
        {live && (
          <Button size="small" loading={canceling.isPending} onClick={() => canceling.mutate({ id: pass.id })}>
            Cancel
          </Button>
        )}
      </p>
      {pass.reason && <p>{pass.reason}</p>}
      {live && (
        <Progress percent={pass.total ? (100 * pass.done) / pass.total : 0} showInfo={false} aria-label="Progress" />
      )}
      {pass.kind === 'links' && (
        <ul className="row figures">
          <li>
            <Dot tone="good">{count(pass.valid)} valid</Dot>
          </li>
          <li>
            <Dot tone="bad">{count(pass.invalid)} invalid</Dot>
          </li>
          <li>
            <Dot tone="calm">{count(pass.unknown)} unknown</Dot>
          </li>
        </ul>
      )}
      {pass.kind === 'duplicates' && (
        <ul className="row figures">
          <li>
            <Dot tone="good">{count(pass.merged)} merged</Dot>
          </li>
          <li>
            <Dot tone="calm">{counted(pass.review, 'pair')} for a person</Dot>
          </li>
        </ul>
      )}
    </section>
  )
}
