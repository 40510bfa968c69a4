const key = 'reloaded-for'

/**
 * After a new version is installed, chunks of the old one are gone. The page then reloads, once for each missing chunk;
 * when that does not help, or there is no network to reload from, the error page is shown.
 */
function reloadOnce(event: VitePreloadErrorEvent) {
  if (!navigator.onLine) return
  const missing = event.payload.message
  try {
    if (sessionStorage.getItem(key) === missing) return
    sessionStorage.setItem(key, missing)
  } catch {
    return // Without storage a reload could go on for ever.
  }
  event.preventDefault()
  location.reload()
}

/** Rejections thrown by code of browser extensions are no fault of ours: they are noted and go no further. */
function ignoreExtensions(event: PromiseRejectionEvent) {
  const reason: unknown = event.reason
  const stack = reason instanceof Error ? `${reason.message} ${reason.stack ?? ''}` : String(reason)
  if (!/(chrome|moz|safari-web)-extension:\/\//.test(stack)) return
  event.preventDefault()
  console.warn('A browser extension failed:', reason)
}

/** Starts both; called once, before anything is shown. */
export function recoverFromOutside() {
  addEventListener('vite:preloadError', reloadOnce)
  addEventListener('unhandledrejection', ignoreExtensions)
}
