import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Batch } from '@/gen/mentionary/v1/batch_pb'
import { EpisodeService } from '@/gen/mentionary/v1/episode_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { asked, readAgain } from '@/modules/readAgain'
import { toast, toastError } from '@/ui/toasts'

const shown = [asked(JobService.method.listJobs), asked(EpisodeService.method.listEpisodes)]

/** Says that a batch has ended while somebody looked, and has the lists of episodes and jobs read again. */
export function useOutcome(batch: Batch | undefined) {
  const queries = useQueryClient()
  const before = useRef<{ id: number; state: string }>(undefined)
  const id = batch?.id ?? 0
  const state = batch?.state ?? ''
  const nothing = batch?.successful === 0
  useEffect(() => {
    const was = before.current
    before.current = { id, state }
    if (was?.id !== id || was.state === 'completed' || state !== 'completed') return
    if (nothing) toastError('Batch processing error', 'Some items failed to process')
    else toast('Batch processing completed', 'Processing finished successfully')
    void readAgain(queries, shown)
  }, [id, state, nothing, queries])
}
