import { useRouteError } from 'react-router'
import { Button, LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import { ErrorState } from '@/ui/States'
import { paths } from '@/lib/paths'

/** Shown in place of a page that failed, and of a page whose code could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  // The browsers' own words for code that could not be fetched.
  const missing = error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message)
  return (
    <Page title="Something went wrong">
      <ErrorState
        heading="h1"
        title={missing ? 'This page could not be loaded' : 'Something went wrong'}
        text={
          missing
            ? 'Mentionary may have been updated, or your connection was interrupted. Please reload the page.'
            : 'Something on this page broke. Please reload it. If that does not help, go back to the home page.'
        }
      >
        <Button look="primary" icon="retry" onClick={() => location.reload()}>
          Reload
        </Button>
        <LinkButton href={paths.home()}>Go Home</LinkButton>
      </ErrorState>
    </Page>
  )
}
