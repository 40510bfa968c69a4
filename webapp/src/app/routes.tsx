import type { RouteObject } from 'react-router'
import { NotFound } from '@/pages/NotFound'
import { SkeletonPage } from '@/ui/Skeleton'
import { ErrorPage } from './ErrorPage'
import { Permitted, SignedIn } from './Guards'
import { Shell } from './Shell'
import { Start } from './Start'

// Every page is a lazy route; its module exports `Component`. A page that uses antd stands below the antd layout,
// so that no public page loads it.
const antd = (children: RouteObject[]): RouteObject => ({ lazy: () => import('@/ui/AntdLayout'), children })

const everybody: RouteObject[] = [
  { index: true, element: <Start /> },
  { path: 'episode/:id', lazy: () => import('@/pages/Episode') },
  { path: 'entity/:id/:slug?', lazy: () => import('@/pages/Entity') },
  { path: 'directory', lazy: () => import('@/pages/Directory') },
  { path: 'books', lazy: () => import('@/pages/Books') },
  { path: 'products', lazy: () => import('@/pages/Products') },
  { path: 'people', lazy: () => import('@/pages/People') },
  { path: 'locations', lazy: () => import('@/pages/Locations') },
  { path: 'concepts', lazy: () => import('@/pages/Concepts') },
  { path: 'channels', lazy: () => import('@/pages/Channels') },
  { path: 'channel/:channelId', lazy: () => import('@/pages/Channel') },
  { path: 'search', lazy: () => import('@/pages/Search') },
  { path: 'profile/:userId', lazy: () => import('@/pages/PublicProfile') },
  { path: 'about', lazy: () => import('@/pages/About') },
  { path: 'privacy', lazy: () => import('@/pages/Privacy') },
  { path: 'terms', lazy: () => import('@/pages/Terms') },
]

const signedIn: RouteObject[] = [
  { path: 'transcript/:videoId', lazy: () => import('@/pages/Transcript') },
  { path: 'profile', lazy: () => import('@/pages/Profile') },
  { path: 'jobs', lazy: () => import('@/pages/Jobs') },
  { path: 'jobs/:id', lazy: () => import('@/pages/Job') },
]

const moderators: RouteObject[] = []

const admins: RouteObject[] = []

const development: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_DESIGN === '1'
    ? [{ path: 'design', lazy: () => import('@/pages/Design') }]
    : []

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        errorElement: <ErrorPage />,
        HydrateFallback: SkeletonPage, // inside the shell, whose head and foot stand from the first picture on
        children: [
          ...everybody,
          ...development,
          { element: <SignedIn />, children: signedIn },
          { element: <Permitted any={['moderate', 'admin']} />, children: [antd(moderators)] },
          { element: <Permitted any={['admin']} />, children: [antd(admins)] },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
