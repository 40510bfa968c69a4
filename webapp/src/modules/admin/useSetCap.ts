import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AdminService, type Budget } from '@/gen/mentionary/v1/admin_pb'
import { InsightsService } from '@/gen/mentionary/v1/insights_pb'
import { mustSignInAgain } from '@/lib/reason'
import { asked, readAgain } from '@/modules/readAgain'
import { useSession } from '@/modules/session'
import { keepForConfirmed, useConfirmed } from '@/modules/useConfirmed'
import { toastError } from '@/ui/toasts'

/** What is decided about somebody's cap. */
export type Cap = { scope: string; userId: string; unlimited: boolean } & (
  { tokensPerDay: number } | { resource: 'speech'; minutesPerDay: number }
)

const name = 'cap'

const changed = [AdminService.method.listBudgets, InsightsService.method.listBudgetWaits].map(asked)

/** Sets caps and tells it; a change that needs a fresh sign-in waits for it, and is made when the page is there again. */
export function useSetCap({ onDone, tell }: { onDone?: () => void; tell: (budget: Budget | undefined) => void }) {
  const queries = useQueryClient()
  const session = useSession()
  const person = session.state === 'in' ? session.user.id : undefined
  const set = useMutation(AdminService.method.setBudget, {
    onSuccess: ({ budget }) => {
      tell(budget)
      onDone?.()
      void readAgain(queries, changed)
    },
    onError: (error: ConnectError) => {
      if (mustSignInAgain(error)) onDone?.()
      else toastError('Error', error.rawMessage)
    },
  })
  useConfirmed(name, person, cap => set.mutate(cap as Cap))
  return {
    set: (cap: Cap) => set.mutate(cap),
    busy: set.isPending,
    error: set.error,
    giveUp: set.reset,
    keep: () => {
      if (person && set.variables) keepForConfirmed(name, person, set.variables)
    },
  }
}
