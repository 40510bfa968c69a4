/** What `mentionary eval --json` writes (internal/eval/report.go), as far as this page shows it. */
export type Report = { file: string; version: string; model: string; figures: Figure[] }

export type Figure = {
  part: string
  name: string
  value: number
  of: number
  unit: string
  goal: string
}

/** One line of the comparison; a figure that a report does not have is missing there. */
export type Row = { name: string; before?: Figure; after?: Figure }

/** Reports are some 50 kB; what is far larger is something else, and would only keep the browser busy. */
const most = 20_000_000

/** Reads a report, or throws an Error with a sentence that says what is wrong with the file. */
export async function readReport(file: File): Promise<Report> {
  if (file.size > most) throw new Error(`${file.name} is too large for a report: it has more than 20 MB.`)
  let found: unknown
  try {
    found = JSON.parse(await file.text())
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that “mentionary eval --json” wrote.`)
  }
  const { version, model, figures } = fields(found)
  if (!Array.isArray(figures) || figures.length === 0)
    throw new Error(`${file.name} has no figures. Choose a file that “mentionary eval --json” wrote.`)
  return { file: file.name, version: text(version), model: text(model), figures: figures.map(f => figure(file, f)) }
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function figure(file: File, value: unknown): Figure {
  const { part, name, value: measured, of, unit, goal } = fields(value)
  if (typeof part !== 'string' || typeof name !== 'string' || typeof measured !== 'number')
    throw new Error(`${file.name} has a figure without a part, a name or a value. It may be damaged.`)
  return { part, name, value: measured, of: typeof of === 'number' ? of : 0, unit: text(unit), goal: text(goal) }
}

/** The figures of one report, or of two side by side: part by part in the order of the last, then what only the first has. */
export function rowsOf(reports: readonly Report[]): { part: string; rows: Row[] }[] {
  const [before, after] = reports.length > 1 ? reports : [undefined, reports[0]]
  const parts = new Map<string, Map<string, Row>>()
  const put = (side: 'before' | 'after', f: Figure) => {
    const rows = parts.get(f.part) ?? new Map<string, Row>()
    parts.set(f.part, rows)
    rows.set(f.name, { ...rows.get(f.name), name: f.name, [side]: f })
  }
  after?.figures.forEach(f => put('after', f))
  before?.figures.forEach(f => put('before', f))
  return [...parts].map(([part, rows]) => ({ part, rows: [...rows.values()] }))
}

const digits: Record<string, number> = { count: 0, number: 2 }

/** A value as its unit is written: shares with three decimals. */
export function written(f: Figure | undefined): string {
  if (!f) return '–'
  const decimals = digits[f.unit] ?? 3
  return f.value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** How far the second value is from the first, with its sign; empty where one is missing or both are written alike. */
export function change({ before, after }: Row): string {
  if (!before || !after || written(before) === written(after)) return ''
  const by = after.value - before.value
  return (by > 0 ? '+' : '−') + written({ ...after, value: Math.abs(by) })
}
