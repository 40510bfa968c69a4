import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { MergeService } from '@/gen/mentionary/v1/merge_pb'
import { QualityService, type CurationResult } from '@/gen/mentionary/v1/quality_pb'
import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { asked, readAgain } from '@/modules/readAgain'
import { toast, toastError } from '@/ui/toasts'

/** What shows entities; not what was asked about a pair: the two may be one by now, and asking again would be refused. */
const lists = [
  EntityService,
  MergeService.method.listMerges,
  QualityService.method.listPasses,
  QualityService.method.listPassResults,
  QualityService.method.listDuplicates,
  QualityService.method.listCuratedEntities,
  QualityService.method.getCuratedEntity,
  QualityService.method.listChanges,
].map(asked)

type Undo = () => Promise<unknown>

// What was done last, on top, as long as the page is open; older things are taken back in the history.
const undone: Undo[] = []

/** Remembers how to take back what was just done. */
export const remember = (undo: Undo) => void undone.push(undo)

const failed = (error: unknown) => toastError('Error', (error as ConnectError).rawMessage)

/** What moderators do to entities. Each change is told, remembered for undo, and everything that shows entities is read again. */
export function useCuration() {
  const queries = useQueryClient()
  const merging = useMutation(MergeService.method.mergeEntities)
  const unmerging = useMutation(MergeService.method.undoMerge)
  const marking = useMutation(MergeService.method.markDistinct)
  const unmarking = useMutation(QualityService.method.unmarkDistinct)
  const retyping = useMutation(QualityService.method.retypeEntities)
  const hiding = useMutation(QualityService.method.hideEntities)
  const editing = useMutation(QualityService.method.editEntity)
  const splitting = useMutation(QualityService.method.splitEntity)
  const deciding = useMutation(QualityService.method.decideLink)
  const decidingEdition = useMutation(QualityService.method.decideEdition)
  const undoing = useMutation(QualityService.method.undoChange)

  // Not what was asked about a pair: the two may be one by now, and asking again would be refused.
  const refresh = () => readAgain(queries, lists)
  const undoChange = (id: number) => () => undoing.mutateAsync({ id })

  /** Tells what came of one change of many. */
  const many = async (results: readonly CurationResult[], did: string) => {
    const done = results.flatMap(r => (r.change ? [r.change] : []))
    const first = results.find(r => r.error)
    if (done.length > 0)
      remember(async () => {
        for (const change of done.toReversed()) await undoing.mutateAsync({ id: change.id })
      })
    if (first) toastError(`${counted(done.length, 'entity')} ${did}, ${results.length - done.length} not`, first.error)
    else toast(`${counted(done.length, 'entity')} ${did}`, 'Press u to undo.')
    await refresh()
  }
  /** Does something; a failure says the server's sentence. True when it worked. */
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }
  return {
    busy: merging.isPending || retyping.isPending || hiding.isPending || editing.isPending || splitting.isPending,
    refresh,
    /** Fails with the server's sentence: its dialog shows it. */
    merge: async (id: number, mergedIds: readonly number[]) => {
      const { merge } = await merging.mutateAsync({ id, mergedIds: [...mergedIds] })
      if (!merge) return
      remember(async () => {
        await unmerging.mutateAsync({ id: merge.id })
        for (const otherId of mergedIds) await unmarking.mutateAsync({ id, otherId })
      })
      const what = mergedIds.length > 1 ? `${count(mergedIds.length)} entities are` : `“${merge.mergedName}” is`
      toast('Entities Merged', `${what} now part of “${merge.survivorName}”.`)
      await refresh()
    },
    undoMerge: (id: number) =>
      attempt(async () => {
        await unmerging.mutateAsync({ id })
        toast('Merge Undone', 'Everything is as it was.')
        await refresh()
      }),
    distinct: (id: number, otherId: number) =>
      attempt(async () => {
        await marking.mutateAsync({ id, otherId })
        remember(() => unmarking.mutateAsync({ id, otherId }))
        await refresh()
      }),
    retype: (ids: readonly number[], type: string) =>
      attempt(async () => many((await retyping.mutateAsync({ ids: [...ids], type })).results, `moved to ${type}`)),
    hide: (ids: readonly number[], hidden: boolean) =>
      attempt(async () => {
        const { results } = await hiding.mutateAsync({ ids: [...ids], hidden })
        if (hidden) return many(results, 'hidden')
        const back = results.filter(r => r.change)
        toast(`${counted(back.length, 'entity')} shown again`)
        await refresh()
      }),
    edit: (edit: Parameters<typeof editing.mutateAsync>[0]) =>
      attempt(async () => {
        const { change } = await editing.mutateAsync(edit)
        if (change) remember(undoChange(change.id))
        toast('Entity Saved', 'Press u to undo.')
        await refresh()
      }),
    split: (split: Parameters<typeof splitting.mutateAsync>[0]) =>
      attempt(async () => {
        const { change } = await splitting.mutateAsync(split)
        if (change) remember(undoChange(change.id))
        toast('Entity Split', `“${change?.otherName ?? ''}” has what was taken out.`)
        await refresh()
      }),
    decideLink: (id: number, url: string, decision: string, newUrl = '') =>
      attempt(async () => {
        const { change } = await deciding.mutateAsync({ id, url, decision, newUrl })
        if (change) remember(undoChange(change.id))
        toast(linkWords[decision] ?? 'Link Changed', 'Press u to undo.')
        await refresh()
      }),
    decideEdition: (id: number, { catalogue, work }: { catalogue: string; work: string }, decision: string) =>
      attempt(async () => {
        const { change } = await decidingEdition.mutateAsync({ id, catalogue, work, decision })
        if (change) remember(undoChange(change.id))
        toast(decision === 'remove' ? 'Edition Removed' : 'Edition Kept', 'Press u to undo.')
        await refresh()
      }),
    undoChange: (id: number) =>
      attempt(async () => {
        await undoing.mutateAsync({ id })
        toast('Change Undone', 'Everything is as it was.')
        await refresh()
      }),
    /** Takes back what was done last on this page. */
    undo: () => {
      const last = undone.pop()
      if (!last) {
        toast('Nothing to Undo', 'Older changes are in the history.')
        return Promise.resolve(false)
      }
      return attempt(async () => {
        await last()
        toast('Undone')
        await refresh()
      })
    },
  }
}

export type Curation = ReturnType<typeof useCuration>

const linkWords: Record<string, string> = {
  add: 'Link Added',
  fix: 'Link Fixed',
  remove: 'Link Removed',
  ignore: 'Link Ignored',
  keep: 'Link Kept',
}
