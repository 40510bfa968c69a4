import { capText } from '@/modules/admin/capped'
import { useSetCap } from '@/modules/admin/useSetCap'
import { toast } from '@/ui/toasts'

/** Raises caps from a page of work, and says that what waits goes on. */
export function useRaiseBudget() {
  return useSetCap({
    tell: budget => {
      const name = budget?.userName || 'Everything together'
      toast('Budget Raised', `${name}: ${budget ? capText(budget) : 'no cap'}. Waiting work continues now.`)
    },
  })
}

export type RaiseBudget = ReturnType<typeof useRaiseBudget>
