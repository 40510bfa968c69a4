import { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useState } from 'react'
import { PublicationService, type UnpublishedEpisode } from '@/gen/mentionary/v1/publication_pb'
import { counted } from '@/lib/plurals'
import { toast } from '@/ui/toasts'

export type Deed = 'publish' | 'refuse' | 'unpublish'

/** What came of one row: under way, or the server's sentence. */
export type Result = { state: 'busy' } | { state: 'failed'; text: string }

const done: Record<Deed, [title: string, text: string]> = {
  publish: ['Published', 'Everybody can see it now.'],
  refuse: ['Not Published', 'It stays private to the person who sent it.'],
  unpublish: ['Unpublished', 'Only the person who sent it and moderators see it now.'],
}

/** Publishes, refuses or takes back one episode after the other; one that fails stops nothing and says why in its row. */
export function usePublication(changed: () => void) {
  const publishing = useMutation(PublicationService.method.publishEpisode)
  const refusing = useMutation(PublicationService.method.refuseEpisode)
  const unpublishing = useMutation(PublicationService.method.unpublishEpisode)
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map())
  const [busy, setBusy] = useState(false)
  const call = { publish: publishing, refuse: refusing, unpublish: unpublishing }
  const note = (id: number, result: Result | undefined) =>
    setResults(now => {
      const next = new Map(now)
      if (result) next.set(id, result)
      else next.delete(id)
      return next
    })

  const run = async (deed: Deed, rows: readonly UnpublishedEpisode[]) => {
    setBusy(true)
    let good = 0
    for (const { episode } of rows) {
      if (!episode) continue
      note(episode.id, { state: 'busy' })
      try {
        await call[deed].mutateAsync({ id: episode.id })
        note(episode.id, undefined)
        good++
      } catch (error) {
        note(episode.id, { state: 'failed', text: ConnectError.from(error).rawMessage })
      }
    }
    setBusy(false)
    if (good > 0) toast(done[deed][0], good === 1 ? done[deed][1] : `${counted(good, 'episode')}.`)
    changed()
  }
  const failed = [...results.values()].filter(r => r.state === 'failed').length
  return { run, busy, results, failed, forget: () => setResults(new Map()) }
}
