import { useQuery } from '@connectrpc/connect-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ReviewService, type Reported } from '@/gen/mentionary/v1/review_pb'
import { entityTypes } from '@/lib/types'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { Failed } from '@/modules/Failed'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { LastDecision, TypeChoices } from './DecisionBar'
import { EntityPicker } from './EntityPicker'
import { ReportCard } from './ReportCard'
import { useDecisions, type Choice } from './useDecisions'
import { a, reportedName } from './words'

const atOnce = 100
/** After so many answers the next ones are fetched. */
const fetchAfter = 50
const keyOf = (r: Reported) => `${r.itemType}/${r.itemId}`

/** What readers reported, that of most readers first. A mention is decided like a doubt; other things are answered. */
export function Reports({ settled }: { settled: () => void }) {
  const query = useQuery(ReviewService.method.listReported, { limit: atOnce })
  const [at, setAt] = useState<string>()
  const [channel, setChannel] = useState(false)
  const [picking, setPicking] = useState(false)
  const decisions = useDecisions(async (undone, decided) => {
    settled()
    if (undone || decided % fetchAfter === 0) await query.refetch()
  })
  const items = (query.data?.reported ?? []).filter(r => !decisions.gone.has(keyOf(r)))
  const here = Math.max(
    0,
    items.findIndex(r => keyOf(r) === at),
  )
  const item = items[here]
  const mention = item?.mention
  const type = item?.entity?.type ?? ''
  const forward = () => {
    const next = items[here + 1] ?? items[here - 1]
    setAt(next && keyOf(next))
    setChannel(false)
    setPicking(false)
  }
  const decide = (choice: Choice, said: string) => {
    if (!item || !mention) return
    const subject = { key: keyOf(item), name: reportedName(item), mentionId: mention.id }
    decisions.decide(subject, { ...choice, sentence: !channel }, said)
    forward()
  }
  const answer = (state: 'accepted' | 'refused', said: string) => {
    if (!item) return
    const about = { itemType: item.itemType, itemId: item.itemId, state }
    decisions.answer({ key: keyOf(item), name: reportedName(item) }, about, said)
    forward()
  }
  const right = () =>
    mention ? decide({ decision: 'right' }, 'Right as it is') : answer('refused', 'Nothing is wrong')
  const wrong = () => (mention ? decide({ decision: 'wrong' }, 'Names nothing') : answer('accepted', 'Settled'))
  const other = (id: number, name: string) => decide({ decision: 'entity', targetId: id }, `Is ${name}`)
  const undo = () => {
    const key = decisions.undo()
    if (key) setAt(key)
  }
  const help = useShortcuts([
    { key: 'r', does: 'Nothing is wrong', act: right, off: !item },
    { key: 'w', does: 'Wrong: names nothing. Other reports: settled', act: wrong, off: !item },
    ...entityTypes.map((t, i) => ({
      key: String(i + 1),
      does: `It is ${a(t.type)}`,
      act: () => decide({ decision: 'type', type: t.type }, `Is ${a(t.type)}`),
      off: !mention || t.type === type,
    })),
    { key: 'e', does: 'Another entity is meant', act: () => setPicking(true), off: !mention },
    { key: 's', does: 'This sentence only, or the channel', act: () => setChannel(!channel), off: !mention },
    { key: 'j', does: 'Skip to the next', act: () => items[here + 1] && setAt(keyOf(items[here + 1]!)), off: !item },
    {
      key: 'k',
      does: 'Back to the one before',
      act: () => items[here - 1] && setAt(keyOf(items[here - 1]!)),
      off: !item,
    },
    { key: 'u', does: 'Undo the last decision', act: undo, off: !decisions.last },
  ])
  if (query.isPending) return <SkeletonRows rows={4} height={110} label="Loading the reports" />
  if (query.isError && items.length === 0) return <Failed query={query} />
  return (
    <div className="review review-single">
      <div className="stack">
        {item ? (
          <ReportCard key={keyOf(item)} item={item} waiting={(query.data?.total ?? 0) - decisions.gone.size} />
        ) : (
          <Empty icon="check" title="All answered" text="Readers have reported nothing else." />
        )}
        <div className="review-actions">
          {item && (
            <div className="row review-main" role="group" aria-label="Decide">
              <Button type="primary" size="large" onClick={right}>
                {mention ? 'Right as It Is' : 'Nothing Is Wrong'} <kbd>r</kbd>
              </Button>
              <Button size="large" onClick={wrong}>
                {mention ? 'Wrong' : 'Settled'} <kbd>w</kbd>
              </Button>
              {mention && (
                <Button size="large" onClick={() => setPicking(true)}>
                  Other entity <kbd>e</kbd>
                </Button>
              )}
              {mention && (
                <Button size="large" type="text" aria-pressed={!channel} onClick={() => setChannel(!channel)}>
                  {channel ? 'The whole channel' : 'Only this sentence'} <kbd>s</kbd>
                </Button>
              )}
            </div>
          )}
          {mention && <TypeChoices type={type} onType={type => decide({ decision: 'type', type }, `Is ${a(type)}`)} />}
          <LastDecision last={decisions.last} decided={decisions.count} onUndo={undo}>
            {help}
          </LastDecision>
        </div>
      </div>
      {picking && item?.entity && (
        <EntityPicker
          item={{ name: item.entity.name, type, entity: item.entity }}
          onClose={() => setPicking(false)}
          onPick={other}
          onName={(name, to) => decide({ decision: 'entity', name, type: to }, `Is ${name}`)}
        />
      )}
    </div>
  )
}
