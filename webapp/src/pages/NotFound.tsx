import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/Button'
import { Page } from '@/ui/Page'
import './NotFound.css'

/** Every address that is no page, and every page that is not for the person who asks. */
export function NotFound() {
  return (
    <Page title="Page Not Found">
      <div className="not-found">
        <p className="not-found-number" aria-hidden="true">
          404
        </p>
        <h1>Page Not Found</h1>
        <p className="lead">Nobody has mentioned this address. It may have moved, or it was never said.</p>
        <div className="row">
          <LinkButton look="primary" to={paths.home()}>
            Go Home
          </LinkButton>
          <LinkButton icon="search" to={paths.search()}>
            Search
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}
