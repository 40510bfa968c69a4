import { confidenceBand } from '@/lib/bands'
import { percent } from '@/lib/format'
import { Dot } from '@/ui/Badge'

/** How sure something is, in a word and a percentage. */
export function ConfidenceScore({ score }: { score: number }) {
  const { label, tone } = confidenceBand(score)
  return (
    <Dot tone={tone}>
      {label} <span className="figures">{percent(score)}</span>
    </Dot>
  )
}

/** How much two things agree, as a bar and a percentage. */
export function SimilarityBar({ score }: { score: number }) {
  return (
    <span className="similarity">
      <progress value={score} max={1} aria-label="Similarity" />
      <span className="figures">{percent(score)}</span>
    </span>
  )
}
