import { paths } from '@/lib/paths'
import { toastOnNextPage } from '@/ui/toasts'
import { tellSignedOut } from './tabs'

/**
 * After the server ended this session: says so on the first page. That page is loaded anew, so that nothing of what only the
 * person could read stays in memory.
 */
export function leaveSignedOut(title: string, text: string) {
  tellSignedOut()
  toastOnNextPage(title, text)
  location.assign(paths.home())
}
