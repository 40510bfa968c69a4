import type { ReactElement } from 'react'
import { Outlet, useLocation, type RouteObject } from 'react-router'
import { NotFound } from '@/pages/NotFound'
import { SkeletonPage } from '@/ui/Skeleton'
import { ErrorPage } from './ErrorPage'
import { Permitted, SignedIn } from './Guards'
import { pages, type PageEntry } from './pages'
import { Shell } from './Shell'
import { loadStart } from './Start'

// The router ignores case and a slash at the end; the server does not, and answers 404. So the pages do not either.
const routeOf = ({ path, load }: PageEntry): RouteObject => ({ path, caseSensitive: true, lazy: load })

const isAdmin = ({ path }: PageEntry) => path === '/admin' || path.startsWith('/admin/')

function Exact() {
  const { pathname } = useLocation()
  return pathname !== '/' && pathname.endsWith('/') ? <NotFound /> : <Outlet />
}

/** The pages of one kind of person, behind their guard. */
function open(to: PageEntry['who'], guard: ReactElement): RouteObject {
  const own = pages.filter(page => (page.who ?? 'everybody') === to)
  const plain = own.filter(page => !page.antd).map(routeOf)
  const antd = own.filter(page => page.antd && !isAdmin(page)).map(routeOf)
  const admin = { lazy: () => import('./AdminLayout'), children: own.filter(isAdmin).map(routeOf) }
  return { element: guard, children: [...plain, { lazy: () => import('@/ui/AntdLayout'), children: [...antd, admin] }] }
}

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        element: <Exact />,
        errorElement: <ErrorPage />,
        HydrateFallback: SkeletonPage, // inside the shell, whose head and foot stand from the first picture on
        children: [
          { index: true, lazy: loadStart },
          open('everybody', <Outlet />),
          open('account', <SignedIn />),
          open('moderators', <Permitted any={['moderate', 'admin']} />),
          open('admins', <Permitted any={['admin']} />),
          ...(import.meta.env.DEV ? [{ path: 'design', lazy: () => import('@/pages/Design') }] : []),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
