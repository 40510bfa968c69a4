import { paths } from '@/lib/paths'
import { toastOnNextPage } from '@/ui/toasts'

/**
 * After the server ended this session: says so on the first page. That page is loaded anew, so that nothing of what only the
 * person could read stays in memory.
 */
export function leaveSignedOut(title: string, text: string) {
  toastOnNextPage(title, text)
  location.assign(paths.home())
}
