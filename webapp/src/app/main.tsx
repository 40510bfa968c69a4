import 'virtual:tokens.css'
import '@fontsource-variable/newsreader/wght.css'
import '@fontsource-variable/source-sans-3/wght.css'
import '@/ui/fonts.css'
import '@/ui/base.css'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, NavigationType } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { sayAudioMiB } from '@/lib/audio'
import { sayFace } from '@/lib/face'
import { transport } from '@/lib/transport'
import { forgetWritten, takeWritten } from '@/lib/written'
import { keepTogether } from '@/modules/tabs'
import { showKeptToast } from '@/ui/toasts'
import { forgetPlaceOfNewVisit } from './Place'
import { newQueries } from './queries'
import { routerReady } from './ready'
import { recoverFromOutside } from './recover'
import { routes } from './routes'

const place = document.getElementById('root')!
sayFace(place.dataset['face'])
sayAudioMiB(place.dataset['audioMib'])
takeWritten(document.getElementById('answers')?.textContent)
recoverFromOutside()
showKeptToast()
forgetPlaceOfNewVisit()
const queries = newQueries()
const router = createBrowserRouter(routes)
const root = createRoot(place)
keepTogether(queries, () => root.unmount())

/** The page with everything around it. Once it stands there, it takes presses, which what the server had drawn did not. */
function Application() {
  useLayoutEffect(() => {
    place.removeAttribute('inert')
    // Not before the page listens itself: the router tells the place to go back to only to a first listener.
    return router.subscribe(({ historyAction }) => {
      if (historyAction === NavigationType.Push) forgetWritten()
    })
  }, [])
  return (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>
  )
}

// What the server has drawn stays until the page itself can take its place. A transition is drawn in pieces of a few milliseconds, so
// that the reader can scroll meanwhile.
const begun = place.hasChildNodes() ? routerReady(router) : Promise.resolve()
void begun.then(() =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <Application />
      </StrictMode>,
    ),
  ),
)
