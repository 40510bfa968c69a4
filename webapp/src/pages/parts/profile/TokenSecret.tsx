import { useEffect, useRef } from 'react'
import { Button } from '@/ui/Button'
import { Field, Input } from '@/ui/Field'
import { toast, toastError } from '@/ui/toasts'

/** The secret of a token that was just made, until one says that it is kept. */
export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast('Token Copied')
    } catch {
      field.current?.select()
      toastError('Error', 'The token could not be copied. Please copy it from the field.')
    }
  }
  return (
    <div className="setting-secret">
      <Field label="Your new token" hint="Copy it now. You cannot see it again.">
        <Input
          ref={field}
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
          onFocus={e => e.target.select()}
        />
      </Field>
      <div className="row">
        <Button look="primary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
