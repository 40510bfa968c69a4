import { useState } from 'react'
import { useMutation } from '@connectrpc/connect-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { mustSignInAgain } from '@/lib/reason'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import { leaveSignedOut } from '@/modules/leave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field, Input } from '@/ui/Field'

const words = 'delete my account'

/** Says what goes, asks for the words and deletes the account; who signed in long ago confirms it first and presses again. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const remove = useMutation(AccountService.method.deleteAccount)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  const close = () => {
    setTyped('')
    setProblem(undefined)
    onClose()
  }
  const submit = () => {
    if (typed.trim() !== words) {
      setProblem(`Please type “${words}”.`)
      return
    }
    remove.mutate(
      { confirm: words },
      {
        onSuccess: () => leaveSignedOut('Account Deleted', 'Your account and your data are gone'),
        onError: error => {
          if (mustSignInAgain(error)) close()
          else setProblem(error.rawMessage)
        },
      },
    )
  }
  return (
    <>
      <Dialog open={open} onClose={close} title="Delete your account?">
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          <p>This cannot be undone. It deletes:</p>
          <ul className="setting-goes">
            <li>your name, e-mail and profile</li>
            <li>favorites, followed channels and reports</li>
            <li>jobs, uploads and your private episodes</li>
            <li>access tokens and every sign-in</li>
          </ul>
          <p className="small muted">Public episodes stay, but nothing says who submitted them.</p>
          <Field label={`Type “${words}”`} {...(problem && { error: problem })}>
            <Input
              value={typed}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={e => {
                setTyped(e.target.value)
                setProblem(undefined)
              }}
            />
          </Field>
          <div className="row dialog-actions">
            <Button look="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" look="danger" icon="trash" busy={remove.isPending}>
              Delete Account
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmItIsYou error={remove.error} onClose={remove.reset} />
    </>
  )
}
