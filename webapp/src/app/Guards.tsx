import { Outlet } from 'react-router'
import { PleaseSignIn } from '@/modules/SignIn'
import { may, useSession, type Permission } from '@/modules/session'
import { NotFound } from '@/pages/NotFound'
import { SkeletonPage } from '@/ui/Skeleton'

/** Routes below need an account; a visitor is asked to sign in and comes back. */
export function SignedIn() {
  switch (useSession().state) {
    case 'loading':
      return <SkeletonPage />
    case 'out':
      return <PleaseSignIn />
    case 'in':
      return <Outlet />
  }
}

/** Routes below need one of the permissions; to everybody else they do not exist. The server decides again on every call. */
export function Permitted({ any }: { any: readonly Permission[] }) {
  const session = useSession()
  if (session.state === 'loading') return <SkeletonPage />
  return any.some(p => may(session, p)) ? <Outlet /> : <NotFound />
}
