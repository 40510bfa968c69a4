import { useState } from 'react'
import { useMutation } from '@connectrpc/connect-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { may, useSession } from '@/modules/session'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field, Input, Select } from '@/ui/Field'
import { reaches, type Reach } from './tokenScopes'

const maxName = 100
const days = [7, 30, 90, 365]

/** Asks what a new access token is for; `onMade` is given its secret, which the server tells only now. */
export function NewToken({
  open,
  onClose,
  onMade,
}: {
  open: boolean
  onClose: () => void
  onMade: (secret: string) => void
}) {
  const session = useSession()
  const make = useMutation(AccountService.method.createToken)
  const [name, setName] = useState('')
  const [reach, setReach] = useState<Reach['id']>('read')
  const [lasts, setLasts] = useState(30)
  const [problem, setProblem] = useState<string>()
  const offered = reaches.filter(r => r.id !== 'manage' || may(session, 'moderate'))
  const chosen = offered.find(r => r.id === reach) ?? reaches[0]

  const close = () => {
    make.reset()
    setName('')
    setProblem(undefined)
    onClose()
  }
  const submit = () => {
    if (name.trim() === '') {
      setProblem('Please enter a name that says what the token is for.')
      return
    }
    make.mutate(
      { name: name.trim(), scopes: [...chosen.scopes], expiresInDays: lasts },
      {
        onSuccess: ({ secret }) => {
          close()
          onMade(secret)
        },
        onError: error => setProblem(error.rawMessage),
      },
    )
  }
  return (
    <Dialog open={open} onClose={close} title="New access token">
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Name" hint="What uses it, for example “Export script”." {...(problem && { error: problem })}>
          <Input
            value={name}
            maxLength={maxName}
            autoComplete="off"
            onChange={e => {
              setName(e.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Field label="What it may do" hint={chosen.hint}>
          <Select
            value={chosen.id}
            onChange={v => setReach(offered.find(r => r.id === v)?.id ?? 'read')}
            options={offered.map(r => ({ value: r.id, label: r.label }))}
          />
        </Field>
        <Field label="Expires after">
          <Select
            value={String(lasts)}
            onChange={v => setLasts(Number(v))}
            options={days.map(d => ({ value: String(d), label: `${d} days` }))}
          />
        </Field>
        <div className="row dialog-actions">
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Create Token
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
