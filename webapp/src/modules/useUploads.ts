import { useEffect, useRef, useState } from 'react'
import { ConnectError } from '@connectrpc/connect'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { JobService } from '@/gen/mentionary/v1/job_pb'
import { saidAudioMiB } from '@/lib/audio'
import { randomKey } from '@/lib/randomKey'
import { toastError } from '@/ui/toasts'
import { useAttemptKey } from './attemptKey'
import { announceJob } from './JobStarted'
import { signInAgain } from './SignIn'
import { planUploads, uploadsPerJob, type ChosenFile, type PlannedUpload } from './uploadPlan'
import { isSignedOut, uploadFile, uploadProblem, uploadRefusal, type Uploaded } from './uploads'

/** Files sent at the same time. */
const atOnce = 2

/** A chosen file on its way. */
export type Row = {
  key: string
  upload: PlannedUpload
  /** refused: never sent; failed: may be sent again */
  state: 'ready' | 'sending' | 'sent' | 'refused' | 'failed'
  /** what was sent of it, 0 to 1 */
  share: number
  /** why it was refused or failed */
  text?: string | undefined
  answer?: Uploaded
}

/** What is said about all files; the title only about a single one. */
export type Details = { title: string; channel: string; language: string }

const noDetails: Details = { title: '', channel: '', language: '' }

// What is listened to may be known only after files were chosen.
function refusedByNow(row: Row, audioMiB: number | undefined): Row {
  const problem = row.state === 'ready' && uploadRefusal(row.upload.file, audioMiB)
  return problem ? { ...row, state: 'refused', text: problem } : row
}

/** Files that wait to be sent: sends them two at a time, and starts a job with those that arrived. Leaving the page stops it. */
export function useUploads() {
  const queries = useQueryClient()
  const process = useMutation(JobService.method.process)
  // Said with the page, or what is told about sound would push the rest down when the limits arrive.
  const audioMiB = useQuery(AccountService.method.getLimits, {}).data?.audioMaxMib ?? saidAudioMiB()
  const [chosenRows, setRows] = useState<Row[]>([])
  const [notes, setNotes] = useState<string[]>([])
  const [details, setDetails] = useState(noDetails)
  const [sending, setSending] = useState(false)
  const [jobId, setJobId] = useState<number>()
  const leave = useRef<AbortController>(undefined)
  const attempt = useAttemptKey()
  useEffect(() => () => leave.current?.abort(), [])

  const rows = chosenRows.map(row => refusedByNow(row, audioMiB))
  const open = rows.filter(row => row.state === 'ready' || row.state === 'failed')
  const sent = rows.filter(row => row.state === 'sent')
  const single = open.length === 1 && sent.length === 0 && !open[0]!.upload.info
  const change = (key: string, news: Partial<Row>) =>
    setRows(known => known.map(row => (row.key === key ? { ...row, ...news } : row)))

  function choose(chosen: ChosenFile[]) {
    if (chosen.length === 0) return
    const plan = planUploads(chosen, audioMiB)
    const added = plan.uploads.map((upload): Row => ({
      key: randomKey(),
      upload,
      state: upload.problem ? 'refused' : 'ready',
      share: 0,
      ...(upload.problem && { text: upload.problem }),
    }))
    setRows(known => [...known, ...added].slice(0, uploadsPerJob))
    setNotes(plan.notes)
    setJobId(undefined)
  }

  async function send({ key, upload: { file, info } }: Row, signal: AbortSignal): Promise<string | undefined> {
    change(key, { state: 'sending', share: 0, text: undefined })
    try {
      const { channel, language, title } = details
      const about = { info, channel, language, ...(single && { title }) }
      const answer = await uploadFile(file, about, { signal, onProgress: share => change(key, { share }) })
      change(key, { state: 'sent', share: 1, answer })
      return answer.uploadId
    } catch (error) {
      if (signal.aborted) return undefined
      change(key, { state: 'failed', text: uploadProblem(error) })
      if (isSignedOut(error)) signInAgain(queries)
      return undefined
    }
  }

  /** Sends what is not there yet. Returns the uploads of all rows that are, by the row's key; undefined when the page was left. */
  async function sendAll(): Promise<Map<string, string> | undefined> {
    const { signal } = (leave.current = new AbortController())
    const ids = new Map(sent.flatMap(row => (row.answer ? [[row.key, row.answer.uploadId]] : [])))
    const queue = [...open]
    const work = async () => {
      for (let row = queue.shift(); row && !signal.aborted; row = queue.shift()) {
        const uploadId = await send(row, signal)
        if (uploadId) ids.set(row.key, uploadId)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return signal.aborted ? undefined : ids
  }

  async function start() {
    setSending(true)
    const ids = await sendAll()
    if (!ids) return
    setSending(false)
    if (ids.size === 0) return
    try {
      const request = { type: 'upload', uploadIds: [...ids.values()] }
      const answer = await process.mutateAsync({ ...request, idempotencyKey: attempt.keyFor(request) })
      attempt.done()
      setRows(known => known.filter(row => !ids.has(row.key)))
      setDetails(noDetails)
      setJobId(answer.jobId)
      announceJob(answer.jobId, queries)
    } catch (error) {
      toastError('Error', ConnectError.from(error).rawMessage)
    }
  }

  return {
    rows,
    /** MiB that a file of audio may have; 0: none is listened to; undefined while that is not known. */
    audioMiB,
    /** Sentences about files that were left out. */
    notes,
    details,
    setDetails,
    /** Whether there is one file alone that says nothing about itself, so that its title may be given. */
    single,
    busy: sending || process.isPending,
    /** How many files a job would be started with, if all arrive. */
    ready: open.length + sent.length,
    sent: sent.length,
    /** The job that was started last, until other files are chosen. */
    jobId,
    choose,
    remove: (key: string) => setRows(known => known.filter(row => row.key !== key)),
    clear: () => setRows([]),
    start: () => void start(),
  }
}
