import { useState } from 'react'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { useQuery } from '@connectrpc/connect-query'
import { Button, Space } from 'antd'
import { QualityService, type DuplicatePair } from '@/gen/mentionary/v1/quality_pb'
import { useShortcuts } from '@/modules/admin/shortcuts'
import { Failed } from '@/modules/Failed'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'
import { Comparison } from './Comparison'
import { MergeDialog, mergedAtOnce } from './MergeDialog'
import { SimilarityBar } from './Scores'
import type { Curation } from './useCuration'

const keyOf = (pair: DuplicatePair) => `${pair.first?.id}-${pair.second?.id}`

/** All entities that hang together with a pair by the pairs that wait: the spellings of one thing, perhaps. */
function alike(pair: DuplicatePair, waiting: readonly DuplicatePair[]): Entity[] {
  const found = new Map<number, Entity>()
  const ends = (one: DuplicatePair) => (one.first && one.second ? [one.first, one.second] : [])
  for (const end of ends(pair)) found.set(end.id, end)
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const one of waiting)
      if (ends(one).some(end => found.has(end.id))) for (const end of ends(one)) found.set(end.id, end)
  }
  return [...found.values()].slice(0, mergedAtOnce)
}

/** Pairs that a pass left to a person, one after the other: the same, not the same, or later. */
export function PairReview({ type, curation }: { type: string; curation: Curation }) {
  const query = useQuery(QualityService.method.listDuplicates, { type, limit: 200 })
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [merging, setMerging] = useState<readonly Entity[]>()
  const pairs = query.data?.pairs ?? []
  const open = pairs.filter(pair => !skipped.includes(keyOf(pair)))
  const pair = open[0]
  const group = pair ? alike(pair, open) : []
  const skip = () => pair && setSkipped([...skipped, keyOf(pair)])
  const reject = () => pair?.first && pair.second && void curation.distinct(pair.first.id, pair.second.id)
  const undo = () => {
    if (skipped.length > 0) setSkipped(skipped.slice(0, -1))
    else void curation.undo()
  }
  const help = useShortcuts([
    { key: 'y', does: 'The same: preview the merge', act: () => setMerging(group.slice(0, 2)), off: !pair },
    { key: 'a', does: 'All that hang together are the same', act: () => setMerging(group), off: group.length < 3 },
    { key: 'n', does: 'Not the same', act: () => reject(), off: !pair },
    { key: 's', does: 'Skip for now', act: () => skip(), off: !pair },
    { key: 'u', does: 'Undo the last decision', act: undo },
  ])
  if (query.error) return <Failed query={query} />
  if (query.isPending) return <SkeletonRows rows={1} height={480} />
  if (!pair?.first || !pair.second)
    return (
      <Empty
        icon="check"
        title={skipped.length > 0 ? 'Only skipped pairs are left' : 'No pairs to decide'}
        text={skipped.length > 0 ? undefined : 'Press “Find Duplicates” to look for entities that may be the same.'}
      >
        {skipped.length > 0 && <Button onClick={() => setSkipped([])}>Show Them Again</Button>}
        {help}
      </Empty>
    )
  return (
    <section className="stack" aria-label="Pair to decide">
      <header className="row row-between">
        <p className="small muted figures">
          {open.length === 1 ? 'The last pair' : `${open.length} pairs left`}
          {skipped.length > 0 && `, ${skipped.length} skipped`}
        </p>
        <SimilarityBar score={pair.similarity} />
      </header>
      <Comparison key={keyOf(pair)} id={pair.first.id} otherId={pair.second.id} />
      <Space wrap>
        <Button type="primary" onClick={() => setMerging(group.slice(0, 2))}>
          The Same <kbd>y</kbd>
        </Button>
        {group.length > 2 && (
          <Button onClick={() => setMerging(group)}>
            All {group.length} the Same <kbd>a</kbd>
          </Button>
        )}
        <Button onClick={reject}>
          Not the Same <kbd>n</kbd>
        </Button>
        <Button onClick={skip}>
          Skip <kbd>s</kbd>
        </Button>
        <Button onClick={undo}>
          Undo <kbd>u</kbd>
        </Button>
        {help}
      </Space>
      {merging && <MergeDialog entities={merging} onClose={() => setMerging(undefined)} />}
    </section>
  )
}
