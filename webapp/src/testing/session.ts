import type { ConnectRouter } from '@connectrpc/connect'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'

/** Somebody with an account looks at the page. */
export const signedIn = (router: ConnectRouter) =>
  router.service(AuthService, {
    getCurrentUser: () => ({ user: { id: 'u1', firstName: 'Ada', email: 'ada@example.org', permissions: ['submit'] } }),
  })

/** A visitor looks at the page. */
export const signedOut = (router: ConnectRouter) => router.service(AuthService, { getCurrentUser: () => ({}) })
