import type { ReactElement } from 'react'
import { createRouterTransport, type ConnectRouter } from '@connectrpc/connect'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
// Not of react-router/dom: under Node that is a second copy, which does not know the links of the first.
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { newQueries } from '@/app/queries'

type Options = {
  /** the services that answer; a call to any other fails */ services?: (router: ConnectRouter) => void
  /** the address that is shown */ at?: string
  queries?: QueryClient
}

/** Shows whole routes at an address, with services in memory. The router is returned to look at the address. */
export function renderRoutes(
  routes: RouteObject[],
  { services = () => undefined, at = '/', queries = newQueries() }: Options = {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const view = render(
    <TransportProvider transport={createRouterTransport(services)}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>,
  )
  return { ...view, router }
}

/** Shows one element at any address. `path` names parameters, for example "/episode/:id". */
export function renderWith(ui: ReactElement, { path = '*', ...options }: Options & { path?: string } = {}) {
  return renderRoutes([{ path, element: ui, HydrateFallback: () => null }], options)
}
