import { paths } from '@/lib/paths'
import { share } from '@/modules/share'
import { toast, toastError } from '@/ui/toasts'

/** The whole address of a public profile. */
export function profileUrl(userId: string): string {
  return location.origin + paths.profile(userId)
}

// The address bar may show another page than the one that is shared, so a failure tells the address itself.
async function copyLink(url: string, title: string, text?: string) {
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    toastError('Error', `The link could not be copied. It is ${url}`)
    return
  }
  toast(title, text)
}

/** Copies the address of a profile. */
export function shareProfile(userId: string): Promise<void> {
  return copyLink(profileUrl(userId), 'Profile Link Copied')
}

/** Shares somebody's collection by the device's own sheet; where there is none, the address is copied. */
export function shareCollection(userId: string, name: string): Promise<void> {
  const url = profileUrl(userId)
  // Not every browser can share, whatever the type says.
  const able = 'share' in navigator && typeof navigator.share === 'function'
  return able
    ? share({ title: `${name}'s Discoveries`, url })
    : copyLink(url, 'Collection Shared', 'Link copied to clipboard')
}
