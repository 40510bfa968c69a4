import { useState } from 'react'
import type { Job } from '@/gen/mentionary/v1/job_pb'
import { isOpen } from '@/modules/stateWords'

/** The jobs that ended last while one looked: those that were open before, or were not there. What had ended before is none. */
export function useNews(jobs: readonly Job[] | undefined): Job[] {
  const [known, setKnown] = useState<{ ended: readonly number[]; news: readonly number[] }>()
  const ended = jobs?.filter(job => !isOpen(job)).map(job => job.id)
  if (ended && ended.join() !== known?.ended.join()) {
    const fresh = known ? ended.filter(id => !known.ended.includes(id)) : []
    setKnown({ ended, news: fresh })
  }
  return jobs?.filter(job => known?.news.includes(job.id)) ?? []
}
