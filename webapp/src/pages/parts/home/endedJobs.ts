import { useState } from 'react'
import { timestampMs } from '@bufbuild/protobuf/wkt'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { isOpen } from '@/modules/stateWords'

/** How long an ended job is told of. */
const toldFor = 24 * 60 * 60 * 1000
/** Ids kept of those that were dismissed: more than are ever listed. */
const kept = 50
const place = 'dismissed-jobs'

/** Whether the job has ended within a day before now (ms). What its owner has canceled is no news. */
export function endedLately(job: Job, now: number): boolean {
  const end = job.finishedAt ?? job.updatedAt
  return !isOpen(job) && job.state !== 'cancelled' && end !== undefined && timestampMs(end) > now - toldFor
}

function read(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'number') : []
  } catch {
    return [] // Storage is switched off, or holds what is not ours.
  }
}

/** The jobs whose end was taken note of on this device, and what adds one. Without storage it holds until the page is left. */
export function useDismissed(): [ReadonlySet<number>, (id: number) => void] {
  const [ids, setIds] = useState(read)
  const dismiss = (id: number) => {
    const next = [...read().filter(known => known !== id), id].slice(-kept)
    setIds(now => [...new Set([...now, ...next])])
    try {
      localStorage.setItem(place, JSON.stringify(next))
    } catch {
      // Storage is switched off or full.
    }
  }
  return [new Set(ids), dismiss]
}
