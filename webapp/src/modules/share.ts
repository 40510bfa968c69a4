import { toast, toastError } from '@/ui/toasts'

/** Copies a text and says so; `done` is the title of the notification. */
export async function copy(text: string, done = 'Link Copied') {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toastError('Error', 'The link could not be copied. Please copy it from the address bar.')
  }
}

/** Shares by the device's own sheet; where there is none, the text and the link are copied. */
export async function share({
  title,
  text,
  url,
}: {
  title: string
  /** said before the link */ text?: string
  url: string
}) {
  const data = { title, url, ...(text && { text }) }
  // Not every browser can share, whatever the type says.
  const able = 'share' in navigator && typeof navigator.share === 'function'
  if (able) {
    try {
      await navigator.share(data)
      return
    } catch (error) {
      // Closing the sheet is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copy(text ? `${text} ${url}` : url)
}
