import { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useRef, useState } from 'react'
import { ReviewService } from '@/gen/mentionary/v1/review_pb'
import { toast, toastError } from '@/ui/toasts'

/** What is said about it; the fields of the call. */
export type Choice = {
  decision: 'right' | 'wrong' | 'entity' | 'type'
  sentence?: boolean
  targetId?: number
  name?: string
  type?: string
  heard?: string
}

/** What is decided: something of the queue, by a key that is its own there. */
export type Subject = { key: string; name: string; itemId?: number; mentionId?: number }

type Answer = { itemType: string; itemId: number; state: 'accepted' | 'refused' }

/** One decision under way or made, with what takes it back. */
type Made = { subject: Subject; said: string; undo: () => Promise<unknown> }

/**
 * Decisions are shown before they are made: what is decided leaves the queue at once and comes back if the server does not take
 * it. The last ones can be taken back, one by one.
 */
export function useDecisions(settled: (undone: boolean, decided: number) => Promise<void>) {
  const deciding = useMutation(ReviewService.method.decideReviewItem)
  const undoing = useMutation(ReviewService.method.undoReviewDecision)
  const answering = useMutation(ReviewService.method.answerReports)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [made, setMade] = useState<readonly Made[]>([])
  const [count, setCount] = useState(0)
  // Decisions reach the server in the order in which they were made.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const taken = useRef(0)

  const back = (key: string) => setGone(now => new Set([...now].filter(k => k !== key)))

  const keep = (subject: Subject, said: string, call: () => Promise<() => Promise<unknown>>) => {
    setGone(now => new Set(now).add(subject.key))
    setCount(n => n + 1)
    const sent = line.current.then(call)
    line.current = sent.catch(() => undefined)
    const entry: Made = { subject, said, undo: async () => (await sent)() }
    setMade(now => [...now.slice(-199), entry])
    sent.then(
      () => void settled(false, ++taken.current),
      (error: unknown) => {
        back(subject.key)
        setMade(now => now.filter(m => m !== entry))
        toastError('Error', ConnectError.from(error).rawMessage)
      },
    )
  }

  const decide = (subject: Subject, choice: Choice, said: string) =>
    keep(subject, said, async () => {
      const answer = await deciding.mutateAsync({
        ...choice,
        itemId: subject.itemId ?? 0,
        mentionId: subject.mentionId ?? 0,
      })
      return () => undoing.mutateAsync({ id: answer.decision?.id ?? 0 })
    })

  const answer = (subject: Subject, about: Answer, said: string) =>
    keep(subject, said, async () => {
      await answering.mutateAsync(about)
      return () => answering.mutateAsync({ ...about, state: 'open' })
    })

  const undo = () => {
    const last = made.at(-1)
    if (!last) return undefined
    setMade(now => now.filter(m => m !== last))
    setCount(n => n - 1)
    last.undo().then(
      async () => {
        await settled(true, taken.current)
        back(last.subject.key)
        toast('Decision Undone', `“${last.subject.name}” waits again.`)
      },
      (error: unknown) => toastError('Error', ConnectError.from(error).rawMessage),
    )
    return last.subject.key
  }

  return { gone, decide, answer, undo, last: made.at(-1), count }
}
