/** How sure something is, from a score of 0 to 1: High from 0.8 (green), Medium from 0.6 (yellow), Low below (red). */
type Band = { label: 'High' | 'Medium' | 'Low'; tone: 'good' | 'warn' | 'bad' }

export function confidenceBand(score: number): Band {
  if (score >= 0.8) return { label: 'High', tone: 'good' }
  if (score >= 0.6) return { label: 'Medium', tone: 'warn' }
  return { label: 'Low', tone: 'bad' }
}
