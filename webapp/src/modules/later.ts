import { replaceEqualDeep } from '@tanstack/react-query'
import type { Batch, BatchItem } from '@/gen/mentionary/v1/batch_pb'
import type { Job, JobItem } from '@/gen/mentionary/v1/job_pb'
import type { GetQueuesResponse, Work } from '@/gen/mentionary/v1/work_pb'
import { overlay } from './overlay'

// What the stream tells and what an answer says of one thing may come in any order. Here it is decided which is the later one.

/** Of two tellings of one thing the one with the higher version; the first when they are equal. */
export const later = <T extends { version: number }>(one: T, other: T): T => (other.version > one.version ? other : one)

/** Of two tellings of one line the later one: its job only grows versions, and a line that was tried stays so. */
export function laterLine(one: BatchItem, other: BatchItem): BatchItem {
  if (one.status !== 'pending' && other.status === 'pending') return one
  if (one.status === 'pending' && other.status !== 'pending') return other
  return (other.job?.version ?? 0) > (one.job?.version ?? 0) ? other : one
}

/** What is held of a list when its parts are told later elsewhere: the list stays as it is when nothing is. */
function laterParts<T>(
  list: T[],
  told: readonly T[],
  keyOf: (part: T) => unknown,
  merge: (one: T, other: T) => T,
): T[] {
  const merged = overlay(list, told, keyOf, merge).list
  return merged.some((part, i) => part !== list[i]) ? merged : list
}

type Rule<T> = { key: (one: T) => unknown; keep: (answer: T, known: T) => T }

const seconds = (answer: GetQueuesResponse) => Number(answer.askedAt?.seconds ?? 0) + (answer.askedAt?.nanos ?? 0) / 1e9

const rules: Record<string, unknown> = {
  'mentionary.v1.Work': { key: work => work.key, keep: later } satisfies Rule<Work>,
  'mentionary.v1.Job': {
    key: job => job.id,
    keep: (answer, known) => {
      const job = later(answer, known)
      const items = laterParts<JobItem>(job.items, job === answer ? known.items : answer.items, item => item.id, later)
      return items === job.items ? job : { ...job, items }
    },
  } satisfies Rule<Job>,
  'mentionary.v1.Batch': {
    key: batch => batch.id,
    keep: (answer, known) => {
      const batch = later(answer, known)
      const items = laterParts(
        batch.items,
        batch === answer ? known.items : answer.items,
        line => line.index,
        laterLine,
      )
      return items === batch.items ? batch : { ...batch, items }
    },
  } satisfies Rule<Batch>,
  'mentionary.v1.GetQueuesResponse': {
    key: () => 'queues',
    keep: (answer, known) => (seconds(known) > seconds(answer) ? known : answer),
  } satisfies Rule<GetQueuesResponse>,
}

type Thing = Record<string, unknown> & { $typeName?: string }

const ruleOf = (of: Thing) => rules[of.$typeName ?? ''] as Rule<Thing> | undefined
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null
const nameOf = (thing: Thing, rule: Rule<Thing>) => `${thing.$typeName} ${String(rule.key(thing))}`

/** Collects what has a rule, by what it is called. */
function collect(value: unknown, into: Map<string, Thing>) {
  if (!isThing(value)) return
  const rule = ruleOf(value)
  if (rule) into.set(nameOf(value, rule), value)
  else for (const part of Object.values(value)) collect(part, into)
}

/** The value with everything in it as late as it is known; the value itself when it says nothing older. */
function latest(value: unknown, known: ReadonlyMap<string, Thing>): unknown {
  if (!isThing(value)) return value
  const rule = ruleOf(value)
  if (rule) {
    const told = known.get(nameOf(value, rule))
    return told ? rule.keep(value, told) : value
  }
  if (Array.isArray(value)) {
    const parts = value.map(part => latest(part, known))
    return parts.some((part, i) => part !== value[i]) ? parts : value
  }
  const parts = Object.entries(value).map(([name, part]) => [name, latest(part, known)] as const)
  return parts.some(([name, part]) => part !== value[name]) ? { ...value, ...Object.fromEntries(parts) } : value
}

/**
 * What a query holds once an answer has come, for `structuralSharing` of every query that the stream writes into. The answer may be older
 * than what the stream told while it was on its way: what is known in a later version stays. What is equal stays the same object,
 * as the query client has it by itself: pages that are drawn from it would else be drawn for ever.
 */
export function keepLater(known: unknown, answer: unknown): unknown {
  const things = new Map<string, Thing>()
  collect(known, things)
  return replaceEqualDeep(known, things.size > 0 ? latest(answer, things) : answer)
}
