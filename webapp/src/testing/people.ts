import type { ConnectRouter } from '@connectrpc/connect'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'

/** Signs somebody in who has the permissions; without any, a visitor. */
export function signedInWith(...permissions: string[]): (r: ConnectRouter) => void {
  return r =>
    void r.service(AuthService, {
      getCurrentUser: () =>
        permissions.length > 0 ? { user: { id: 'u1', firstName: 'Ada', displayName: 'Ada', permissions } } : {},
    })
}
