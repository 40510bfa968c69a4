import { useQuery } from '@connectrpc/connect-query'
import { useState } from 'react'
import { ReviewService, type ReviewItem } from '@/gen/mentionary/v1/review_pb'
import { entityTypes } from '@/lib/types'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { Failed } from '@/modules/Failed'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Actions } from './Actions'
import { Claim } from './Claim'
import { EntityPicker } from './EntityPicker'
import { HeardWords } from './HeardWords'
import { Upcoming } from './Upcoming'
import { useDecisions, type Choice } from './useDecisions'
import { a, kinds, type Kind } from './words'

const atOnce = 100
/** After so many decisions the next ones are fetched. */
const fetchAfter = 50

/** A doubt is the same one after it was decided and waits again, although its number is another. */
const keyOf = (item: ReviewItem) => `${item.channel?.id ?? 0}/${item.kind}/${item.type}/${item.name}`

type Props = { kind: Exclude<Kind, 'reported'>; type: string; channel: number; settled: () => void }

/** One doubtful name after the other, what changes most first. */
export function Doubts({ kind, type, channel, settled }: Props) {
  const query = useQuery(ReviewService.method.listReviewItems, { kind, type, channel, limit: atOnce })
  const [at, setAt] = useState<string>()
  const [sentence, setSentence] = useState(false)
  const [asking, setAsking] = useState<'entity' | Choice>()
  const all = query.data?.items ?? []
  const decisions = useDecisions(async (undone, decided) => {
    settled()
    if (undone || decided % fetchAfter === 0) await query.refetch()
  })
  const items = all.filter(i => !decisions.gone.has(keyOf(i)))
  const here = Math.max(
    0,
    items.findIndex(i => keyOf(i) === at),
  )
  const item = items[here]
  const go = (to: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, to))]
    if (next) setAt(keyOf(next))
    setSentence(false)
  }
  const provable = item !== undefined && (item.kind !== 'rejected' || item.located)

  const decide = (choice: Choice, said: string) => {
    if (!item) return
    if (item.kind === 'rejected' && choice.decision !== 'wrong' && !choice.heard) {
      const surface = item.example?.surface ?? ''
      if (!surface || !item.example?.quote.includes(surface)) {
        setAsking(choice)
        return
      }
      choice = { ...choice, heard: surface }
    }
    const next = items[here + 1] ?? items[here - 1]
    decisions.decide(
      { key: keyOf(item), name: item.name, itemId: item.id },
      { ...choice, sentence: sentence && item.kind !== 'rejected' },
      said,
    )
    setAt(next && keyOf(next))
    setSentence(false)
    setAsking(undefined)
  }
  const right = () => decide({ decision: 'right' }, 'Right')
  const wrong = () => decide({ decision: 'wrong' }, 'Names nothing')
  const ofType = (to: string) => decide({ decision: 'type', type: to }, `Is ${a(to)}`)
  const isOther = (id: number, name: string) => decide({ decision: 'entity', targetId: id }, `Is ${name}`)
  const mayBe = item?.mayBe
  const undo = () => {
    const key = decisions.undo()
    if (key) setAt(key)
  }

  const help = useShortcuts([
    { key: 'r', does: kind === 'ambiguous' ? 'Right: one of its own' : 'Right', act: right, off: !provable },
    { key: 'w', does: 'Wrong: names nothing', act: wrong, off: !item },
    ...entityTypes.map((t, i) => ({
      key: String(i + 1),
      does: `It is ${a(t.type)}`,
      act: () => ofType(t.type),
      off: !provable || item.type === t.type,
    })),
    { key: 'e', does: 'Another entity is meant', act: () => setAsking('entity'), off: !provable },
    {
      key: 'm',
      does: 'It is the one it may be',
      act: () => mayBe && isOther(mayBe.id, mayBe.name),
      off: !mayBe,
    },
    {
      key: 's',
      does: 'This sentence only, or the channel',
      act: () => setSentence(!sentence),
      off: kind === 'rejected',
    },
    { key: 'j', does: 'Skip to the next', act: () => go(here + 1), off: !item },
    { key: 'k', does: 'Back to the one before', act: () => go(here - 1), off: !item },
    { key: 'u', does: 'Undo the last decision', act: undo, off: !decisions.last },
  ])

  if (query.isPending) return <SkeletonRows rows={4} height={110} label="Loading the queue" />
  if (query.isError && all.length === 0) return <Failed query={query} />
  return (
    <div className="review">
      <div className="stack">
        {item ? (
          <Claim key={keyOf(item)} item={item} sentence={sentence} />
        ) : (
          <Empty icon="check" title="All decided" text={kinds.find(k => k.kind === kind)?.none ?? ''} />
        )}
        <Actions
          item={item}
          provable={provable}
          sentence={sentence}
          last={decisions.last}
          count={decisions.count}
          onRight={right}
          onWrong={wrong}
          onType={ofType}
          onOther={() => setAsking('entity')}
          onMayBe={isOther}
          onSentence={() => setSentence(!sentence)}
          onUndo={undo}
        >
          {help}
        </Actions>
      </div>
      <Upcoming
        items={items}
        here={here}
        total={(query.data?.total ?? 0) - (all.length - items.length)}
        onChoose={go}
      />
      {item && asking === 'entity' && (
        <EntityPicker
          item={item}
          onClose={() => setAsking(undefined)}
          onPick={isOther}
          onName={(name, to) => decide({ decision: 'entity', name, type: to }, `Is ${name}`)}
        />
      )}
      {item && asking && asking !== 'entity' && (
        <HeardWords
          item={item}
          onClose={() => setAsking(undefined)}
          onHeard={heard => decide({ ...asking, heard }, 'Proven')}
        />
      )}
    </div>
  )
}
