import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { profileUrl } from './links'
import { useSaveProfile } from './useSaveProfile'
import { Visible } from './Visible'

/** Asked once, before a private profile is shared: publishing it is what makes the link work for others. */
export function PublishDialog({
  user,
  saved,
  open,
  onClose,
  onPublished,
}: {
  user: CurrentUser
  saved: string
  open: boolean
  onClose: () => void
  onPublished: () => void
}) {
  const save = useSaveProfile()
  const close = () => {
    save.reset()
    onClose()
  }
  const publish = () =>
    save.mutate(
      { published: true },
      {
        onSuccess: () => {
          close()
          onPublished()
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Publish your profile?"
      actions={
        <>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
          <Button look="primary" busy={save.isPending} onClick={publish}>
            Publish and Share
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Your profile is private. Once it is published, everybody with the link sees:</p>
        <Visible name={user.displayName || 'User'} saved={saved} />
        <p className="small muted profile-link">{profileUrl(user.id)}</p>
        <p className="small muted">You can make it private again in your preferences.</p>
        {save.isError && (
          <p className="field-error" role="alert">
            {save.error.rawMessage}
          </p>
        )}
      </div>
    </Dialog>
  )
}
