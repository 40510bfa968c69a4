import { lazy, Suspense } from 'react'
import { useSession } from '@/modules/session'
import { SkeletonPage } from '@/ui/Skeleton'

const Landing = lazy(async () => ({ default: (await import('@/pages/Landing')).Component }))
const Home = lazy(async () => ({ default: (await import('@/pages/Home')).Component }))

/** "/" has two faces; while nobody knows which one, it shows neither. */
export function Start() {
  const session = useSession()
  if (session.state === 'loading') return <SkeletonPage />
  return <Suspense fallback={<SkeletonPage />}>{session.state === 'in' ? <Home /> : <Landing />}</Suspense>
}
