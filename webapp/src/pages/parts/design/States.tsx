import { stageWords } from '@/modules/stateWords'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Section } from '@/ui/Page'
import { Progress } from '@/ui/Progress'
import { SkeletonCards } from '@/ui/Skeleton'
import { Stages, type Stage } from '@/ui/Stages'
import { Empty, ErrorState } from '@/ui/States'

const samples: Omit<Stage, 'word'>[] = [
  { id: 'fetch', name: 'Fetch episode', state: 'done', time: '14:02', detail: 'Title, length and picture are known.' },
  {
    id: 'transcript',
    name: 'Fetch transcript',
    state: 'done',
    time: '14:02',
    detail: 'Publisher’s transcript, English, 2,104 lines.',
  },
  {
    id: 'extract',
    name: 'Find mentions',
    state: 'running',
    time: '14:03',
    detail: '12 of 31 parts read.',
    done: 12,
    total: 31,
  },
  { id: 'publish', name: 'Publish', state: 'waiting' },
  {
    id: 'links',
    name: 'Find links',
    state: 'retrying',
    time: 'Next attempt at 14:05',
    detail: 'The catalog asks to wait.',
  },
  {
    id: 'check',
    name: 'Check links',
    state: 'failed',
    time: '14:04',
    detail: 'The server did not answer within 30 seconds.',
  },
  { id: 'notes', name: 'Read show notes', state: 'skipped', detail: 'There are none.' },
  { id: 'pictures', name: 'Keep pictures', state: 'cancelled', time: 'Canceled at 14:06' },
  { id: 'shelf', name: 'Put on the shelf', state: 'unreached' },
]
const stages = samples.map(stage => ({ ...stage, word: stageWords[stage.state] }))

export function StateSamples() {
  return (
    <>
      <Section title="Stages" kicker="Live work">
        <div className="design-two">
          <Card as="div">
            <Stages stages={stages} label="Stages of the analysis" />
          </Card>
          <div className="stack">
            <Progress value={34} label="Batch" />
            <Progress value={84} tone="good" label="Similarity" />
            <Progress value={64} tone="warn" label="Confidence" />
            <Progress value={31} tone="bad" label="Confidence" />
            <Progress label="Loading" />
          </div>
        </div>
      </Section>
      <Section title="Loading, empty, error" kicker="States">
        <SkeletonCards />
        <Empty title="No books found yet. Try processing more episodes!" icon="book">
          <Button>Clear filters</Button>
        </Empty>
        <ErrorState text="The server is busy. Please try again in a moment." onRetry={() => undefined} />
      </Section>
    </>
  )
}
