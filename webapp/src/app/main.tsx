import 'virtual:tokens.css'
import '@fontsource-variable/newsreader/wght.css'
import '@fontsource-variable/source-sans-3/wght.css'
import '@/ui/fonts.css'
import '@/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TransportProvider } from '@connectrpc/connect-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { transport } from '@/lib/transport'
import { keepTogether } from '@/modules/tabs'
import { showKeptToast } from '@/ui/toasts'
import { forgetPlaceOfNewVisit } from './Place'
import { newQueries } from './queries'
import { recoverFromOutside } from './recover'
import { routes } from './routes'

recoverFromOutside()
showKeptToast()
forgetPlaceOfNewVisit()
const queries = newQueries()
const router = createBrowserRouter(routes)
const root = createRoot(document.getElementById('root')!)
keepTogether(queries, () => root.unmount())

root.render(
  <StrictMode>
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>
  </StrictMode>,
)
