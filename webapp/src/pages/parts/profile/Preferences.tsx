import { useState } from 'react'
import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { paths } from '@/lib/paths'
import { Button, LinkButton } from '@/ui/Button'
import { Field, Input, Switch } from '@/ui/Field'
import { toast, toastError } from '@/ui/toasts'
import { fullName, roleName } from './names'
import { useSaveProfile } from './useSaveProfile'
import { Visible } from './Visible'

const maxName = 80

type Props = { user: CurrentUser; since: string | undefined; saved: string }

/** What the account says, and what its owner may change. */
export function Preferences({ user, since, saved }: Props) {
  const facts = [
    ['E-mail', user.email || 'Not set'],
    ['Name', fullName(user) || 'Not set'],
    ['Member since', since ?? 'Unknown'],
    ['Role', roleName(user.role)],
  ] as const
  return (
    <div className="preferences">
      <dl className="preferences-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ProfileForm user={user} saved={saved} />
    </div>
  )
}

/** How the owner is called in public, and whether the profile is public at all. */
function ProfileForm({ user, saved }: Omit<Props, 'since'>) {
  // Only what was changed here: the profile may be published elsewhere meanwhile, and saving must not take that back.
  const [edits, setEdits] = useState<{ displayName?: string; published?: boolean }>({})
  const [problem, setProblem] = useState<string>()
  const save = useSaveProfile()
  const displayName = edits.displayName ?? user.displayName
  const published = edits.published ?? user.published

  const submit = () => {
    const renamed = edits.displayName !== undefined && edits.displayName.trim() !== user.displayName
    if (renamed && displayName.trim() === '') {
      setProblem('Please enter a display name.')
      return
    }
    setProblem(undefined)
    save.mutate(
      {
        ...(renamed && { displayName: displayName.trim() }),
        ...(edits.published !== undefined && { published: edits.published }),
      },
      {
        onSuccess: () => {
          setEdits({})
          toast('Preferences Saved', 'Your profile has been updated')
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }
  return (
    <form
      className="stack preferences-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Display name" hint="What your public profile calls you." {...(problem && { error: problem })}>
        <Input
          value={displayName}
          maxLength={maxName}
          autoComplete="nickname"
          onChange={e => {
            setEdits({ ...edits, displayName: e.target.value })
            setProblem(undefined)
          }}
        />
      </Field>
      <div className="stack stack-tight">
        <Switch label="Public profile" checked={published} onChange={on => setEdits({ ...edits, published: on })} />
        {published ? (
          <div className="stack stack-tight small">
            <p>Everybody with the link sees:</p>
            <Visible name={displayName.trim() || 'User'} saved={saved} />
          </div>
        ) : (
          <p className="small muted">Only you see your profile and your favorites.</p>
        )}
      </div>
      <div className="row">
        <Button type="submit" look="primary" busy={save.isPending}>
          Save Preferences
        </Button>
        {user.published && (
          <LinkButton look="quiet" to={paths.profile(user.id)} icon="eye">
            View Public Profile
          </LinkButton>
        )}
      </div>
    </form>
  )
}
