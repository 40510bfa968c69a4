import type { ConnectError } from '@connectrpc/connect'
import { useMutation } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { mustSignInAgain } from '@/lib/reason'
import { useSession } from '@/modules/session'
import { asked, readAgain } from '@/modules/readAgain'
import { keepForConfirmed, useConfirmed } from '@/modules/useConfirmed'
import { toast, toastError } from '@/ui/toasts'

/** Somebody's new role, or whether they are active now. */
export type Change = { userId: string } & ({ role: string } | { isActive: boolean })

export type UserChange = {
  /** makes a change at once */ apply: (change: Change) => void
  /** whose change is under way */ changes: string | undefined
  /** why the last one was refused */ error: ConnectError | null
  /** forgets the refused change */ giveUp: () => void
  /** keeps the refused change for after the sign-in */ keep: () => void
}

const name = 'user'

const shown = [AdminService.method.listUsers, AdminService.method.getAdminStats].map(asked)

/** Applies changes of people as they are chosen; one that needs a fresh sign-in waits for it. */
export function useChangeUser(): UserChange {
  const queries = useQueryClient()
  const session = useSession()
  const person = session.state === 'in' ? session.user.id : undefined
  const done = (what: 'role' | 'status') => ({
    onSuccess: () => {
      toast(`User ${what} updated successfully`)
      void readAgain(queries, shown)
    },
    onError: (error: ConnectError) => {
      if (!mustSignInAgain(error)) toastError('Error', `Failed to update user ${what}. ${error.rawMessage}`)
    },
  })
  const role = useMutation(AdminService.method.setUserRole, done('role'))
  const status = useMutation(AdminService.method.setUserStatus, done('status'))
  const apply = (change: Change) => ('role' in change ? role.mutate(change) : status.mutate(change))
  useConfirmed(name, person, change => apply(change as Change))
  const running = [role, status].find(m => m.isPending)
  const refused = [role, status].find(m => mustSignInAgain(m.error))
  return {
    apply,
    changes: running?.variables.userId,
    error: refused?.error ?? null,
    giveUp: () => refused?.reset(),
    keep: () => {
      if (person && refused?.variables) keepForConfirmed(name, person, refused.variables)
    },
  }
}
