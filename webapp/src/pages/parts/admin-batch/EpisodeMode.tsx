import { useId, useState } from 'react'
import { Grid, InputNumber, Segmented } from 'antd'
import type { Config } from './useStart'

type Mode = Config['mode']

const modes: { value: Mode; label: string }[] = [
  { value: 'recent', label: 'Recent Episodes' },
  { value: 'dateRange', label: 'Date Range (Days)' },
  { value: 'all', label: 'All Episodes' },
]

/** The numbers of the modes that have one (SPEC.md section 5). */
const numbers = {
  recent: { label: 'Number of episodes', min: 1, max: 100, initial: 10 },
  dateRange: { label: 'Days back', min: 1, max: 365, initial: 30 },
} as const

export function useEpisodeMode() {
  const [mode, setMode] = useState<Mode>('recent')
  const [chosen, setChosen] = useState<Record<keyof typeof numbers, number>>({
    recent: numbers.recent.initial,
    dateRange: numbers.dateRange.initial,
  })
  return {
    mode,
    setMode,
    chosen,
    setNumber: (of: keyof typeof numbers, value: number | null) =>
      setChosen({ ...chosen, [of]: value ?? numbers[of].initial }),
    /** What the call carries: each number only in its own mode. */
    config: {
      mode,
      ...(mode === 'recent' && { episodeCount: chosen.recent }),
      ...(mode === 'dateRange' && { dateRange: chosen.dateRange }),
    } satisfies Config,
  }
}

/** Which episodes of a channel or feed are wanted. */
export function EpisodeMode({ choice }: { choice: ReturnType<typeof useEpisodeMode> }) {
  const id = useId()
  const { mode } = choice
  const roomy = Grid.useBreakpoint().sm ?? true
  return (
    <>
      <div className="stack stack-tight">
        <span className="batch-label" id={id}>
          Mode
        </span>
        <Segmented<Mode>
          options={modes}
          value={mode}
          onChange={choice.setMode}
          aria-labelledby={id}
          vertical={!roomy}
          block
        />
      </div>
      {mode === 'all' ? (
        <p className="small muted">
          Every episode, up to 10,000, a few at a time. The job can be paused or canceled in the middle; what is
          analyzed stays.
        </p>
      ) : (
        <div className="stack stack-tight">
          <label htmlFor={`${id}-number`}>{numbers[mode].label}</label>
          <InputNumber
            id={`${id}-number`}
            min={numbers[mode].min}
            max={numbers[mode].max}
            precision={0}
            value={choice.chosen[mode]}
            onChange={value => choice.setNumber(mode, value)}
          />
          <span className="small muted">
            From {numbers[mode].min} to {numbers[mode].max}
          </span>
        </div>
      )}
    </>
  )
}
