import type { ConnectError } from '@connectrpc/connect'
import { here, paths } from '@/lib/paths'
import { mustSignInAgain } from '@/lib/reason'
import { Button, LinkButton } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/**
 * Opens when a change was refused because the sign-in is too old, and leads to confirming it and back to this page, where
 * the change can be made again. `error` is what the change answered, for example of a mutation; other errors open nothing. A
 * page that keeps the change when somebody leaves makes it when they come back (useConfirmed).
 */
export function ConfirmItIsYou({
  error,
  onClose,
  onLeave,
}: {
  error: ConnectError | null
  onClose: () => void
  onLeave?: () => void
}) {
  return (
    <Dialog
      open={mustSignInAgain(error)}
      onClose={onClose}
      title="Confirm it is you"
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Not Now
          </Button>
          <LinkButton look="primary" href={paths.confirmLogin(here())} {...(onLeave && { onClick: onLeave })}>
            Sign In Again
          </LinkButton>
        </>
      }
    >
      <div className="stack stack-tight">
        <p>{error?.rawMessage}</p>
        <p className="small muted">
          Nothing has changed yet. After signing in, you come back to this page
          {onLeave ? ', and the change is made.' : ' and can try again.'}
        </p>
      </div>
    </Dialog>
  )
}
