import { renderToString } from 'react-dom/server'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
// Not of react-router/dom: under Node that is a second copy, which does not know the links of the first.
import { createMemoryRouter, RouterProvider } from 'react-router'
import { sayFace, type Face } from '@/lib/face'
import { drawKnown } from '@/lib/known'
import { transport } from '@/lib/transport'
import { newQueries } from './queries'
import { routerReady } from './ready'
import { routes } from './routes'

/**
 * What the page at an address shows before it was answered anything, as markup; without an address, what all show before they are there.
 * The build draws the pages with it (build/pages-plugin.ts), and the server sends them so. It knows neither theme nor width nor time;
 * `withKnown` leaves places for what the server knows of the page's subject (lib/known.ts).
 */
export async function draw(face: Face, address?: string, withKnown = false): Promise<string> {
  sayFace(face)
  drawKnown(withKnown)
  const router = createMemoryRouter(routes, { initialEntries: [address ?? nowhere] })
  if (address !== undefined) await routerReady(router)
  if (router.state.errors) throw new AggregateError(Object.values(router.state.errors), `${address} has no page`)
  const queries = newQueries()
  const markup = renderToString(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>,
  )
  queries.clear() // or its timers keep the build from ending
  router.dispose()
  return markup
}

/** A page that takes a moment, and has no link in the head that would be marked. */
const nowhere = '/about'
