import type { QueryClient } from '@tanstack/react-query'
import { here, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { Empty } from '@/ui/States'
import { toastBeforeLeaving } from '@/ui/toasts'
import { forgetPerson } from './session'

/** What a signed-out visitor sees where an account is needed; signing in comes back to this page. */
export function PleaseSignIn() {
  return (
    <Page title="Please Sign In">
      <Empty
        icon="person"
        heading="h1"
        title="Please Sign In"
        text="This page needs an account. After signing in, you come back here."
      >
        <LinkButton look="primary" href={paths.login(here())}>
          Sign In
        </LinkButton>
      </Empty>
    </Page>
  )
}

const leaveMs = 500
let leaving = false

/** The session ended on the server: says so once, takes what was the person's from the screen and goes to sign in again. */
export function signInAgain(queries: QueryClient) {
  if (leaving) return
  leaving = true
  toastBeforeLeaving('Unauthorized', 'You are logged out. Logging in again...', leaveMs)
  forgetPerson(queries)
  setTimeout(() => {
    leaving = false
    location.assign(paths.login(here()))
  }, leaveMs)
}
