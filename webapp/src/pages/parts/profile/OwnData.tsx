import { useState } from 'react'
import { paths } from '@/lib/paths'
import { Button, LinkButton } from '@/ui/Button'
import { DeleteAccount } from './DeleteAccount'
import { Setting } from './Setting'

/** All of one's own to take along, and the end of the account. */
export function OwnData() {
  const [deleting, setDeleting] = useState(false)
  return (
    <Setting title="Your data" text="Take everything with you as one JSON file, or delete your account.">
      <div className="row">
        <LinkButton href={paths.ownExport()} icon="download">
          Export everything
        </LinkButton>
        <Button look="danger" icon="trash" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      <DeleteAccount open={deleting} onClose={() => setDeleting(false)} />
    </Setting>
  )
}
