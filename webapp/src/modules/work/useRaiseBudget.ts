import { count } from '@/lib/format'
import { useSetCap } from '@/modules/admin/useSetCap'
import { toast } from '@/ui/toasts'

/** Raises caps from a page of work, and says that what waits goes on. */
export function useRaiseBudget() {
  return useSetCap({
    tell: budget => {
      const name = budget?.userName || 'Everything together'
      const tokens = budget?.tokensPerDay ? `${count(budget.tokensPerDay)} tokens a day` : 'no cap'
      toast('Budget Raised', `${name}: ${tokens}. Waiting work continues now.`)
    },
  })
}

export type RaiseBudget = ReturnType<typeof useRaiseBudget>
