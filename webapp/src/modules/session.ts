import { useQuery } from '@connectrpc/connect-query'
import { AuthService, type CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import { graphemes } from '@/lib/text'

/** What the signed-in person may do, as the server says; `moderate` opens the admin dashboard, `admin` all of it. */
export type Permission = 'submit' | 'moderate' | 'admin'

/** Who looks at the page. While it is loading, pages show neither of the two faces. */
export type Session = { state: 'loading' } | { state: 'out' } | { state: 'in'; user: CurrentUser }

/** Asked once a visit; an answer without a user and a failed call both mean signed out. */
export function useSession(): Session {
  const query = useQuery(AuthService.method.getCurrentUser)
  if (query.isPending) return { state: 'loading' }
  return query.data?.user ? { state: 'in', user: query.data.user } : { state: 'out' }
}

/** Whether the session has the permission; nobody has one while it loads. */
export function may(session: Session, permission: Permission): boolean {
  return session.state === 'in' && session.user.permissions.includes(permission)
}

/** The letter of a person without a picture: of the first name, else of the e-mail, else "U". */
export function letterOf(user: Pick<CurrentUser, 'firstName' | 'email'>): string {
  const text = [user.firstName, user.email].find(t => t?.trim())?.trim() ?? 'U'
  return graphemes(text)[0]!.toLocaleUpperCase()
}
