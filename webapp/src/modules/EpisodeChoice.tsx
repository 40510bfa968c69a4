import { useState } from 'react'
import type { InputKind } from '@/lib/inputKind'
import { Field, Input, Select } from '@/ui/Field'
import { may, useSession } from './session'
import './AnalyzeForm.css'

type Mode = '' | 'recent' | 'dateRange' | 'all'
type Limits = { label: string; min: number; max: number; initial: string }

const limits: Record<'recent' | 'dateRange', Limits> = {
  recent: { label: 'Number of episodes', min: 1, max: 100, initial: '10' },
  dateRange: { label: 'Days back', min: 1, max: 365, initial: '30' },
}

function wholeNumber(text: string, { min, max }: Limits): number | undefined {
  const n = Number(text)
  return text.trim() !== '' && Number.isInteger(n) && n >= min && n <= max ? n : undefined
}

/** Which episodes of a channel or feed are wanted: what was chosen, and what that means for the call. */
export function useEpisodeChoice() {
  const [mode, setMode] = useState<Mode>('')
  const [numbers, setNumbers] = useState({ recent: limits.recent.initial, dateRange: limits.dateRange.initial })
  const [problem, setProblem] = useState<string>()
  const counted = mode === 'recent' || mode === 'dateRange' ? mode : undefined
  const number = counted && wholeNumber(numbers[counted], limits[counted])
  return {
    mode,
    setMode: (next: Mode) => {
      setMode(next)
      setProblem(undefined)
    },
    /** The field that belongs to the mode, if it has one. */
    field: counted && {
      ...limits[counted],
      value: numbers[counted],
      problem,
      set: (text: string) => {
        setNumbers({ ...numbers, [counted]: text })
        setProblem(undefined)
      },
    },
    /** Whether it can be sent; what is wrong then stands at the field. */
    check: () => {
      if (!counted || number !== undefined) return true
      setProblem(`Please enter a whole number from ${limits[counted].min} to ${limits[counted].max}.`)
      return false
    },
    /** What the call carries; nothing for a single video, and while nothing was chosen. */
    config: (kind: InputKind) =>
      mode !== '' &&
      kind !== 'video' && {
        config: {
          mode,
          ...(mode === 'recent' && { episodeCount: number }),
          ...(mode === 'dateRange' && { dateRange: number }),
        },
      },
  }
}

/** The fields of the choice. Only administrators may choose all episodes. */
export function EpisodeChoice({ id, choice }: { id: string; choice: ReturnType<typeof useEpisodeChoice> }) {
  const session = useSession()
  const { mode, setMode, field } = choice
  const modes = [
    { value: '', label: 'Default' },
    { value: 'recent', label: 'Recent episodes' },
    { value: 'dateRange', label: 'Date range (days)' },
    ...(may(session, 'admin') ? [{ value: 'all', label: 'All episodes' }] : []),
  ]
  return (
    <div id={id} className="analyze-options">
      <Field label="Episodes of a channel or feed">
        <Select options={modes} value={mode} onChange={value => setMode(value as Mode)} />
      </Field>
      {field && (
        <Field label={field.label} {...(field.problem !== undefined && { error: field.problem })}>
          <Input
            type="number"
            inputMode="numeric"
            min={field.min}
            max={field.max}
            value={field.value}
            onChange={e => field.set(e.target.value)}
          />
        </Field>
      )}
    </div>
  )
}
