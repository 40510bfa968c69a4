// The notification that is shown, if any: at most one. Shown by the region in Toast.tsx.

export type Toast = {
  id: number
  title: string
  text?: string
  tone: 'plain' | 'error'
  /** A dismissed notification is no longer shown, but kept until its removal. */
  open: boolean
}

/** How long a notification is shown. */
export const toastMs = 5_000
/** How long a dismissed one is kept before it is removed. */
export const removalMs = 1_000_000

let current: Toast | undefined
let removal: ReturnType<typeof setTimeout> | undefined
let last = 0
/** Until then the notification that is shown is the last one of this page, in ms since the epoch. */
let finalUntil = 0
const listeners = new Set<() => void>()

function set(next: Toast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

function show(tone: Toast['tone'], title: string, text?: string) {
  if (Date.now() < finalUntil) return
  clearTimeout(removal)
  set({ id: ++last, title, tone, open: true, ...(text !== undefined && { text }) })
}

/** Shows a notification in place of the one that is there. */
export const toast = (title: string, text?: string) => show('plain', title, text)

/** Shows that something did not work. */
export const toastError = (title: string, text?: string) => show('error', title, text)

/** Shows why the page is about to be left. For so long nothing else takes its place, such as the failure that told it. */
export function toastBeforeLeaving(title: string, text: string, ms: number) {
  finalUntil = 0
  toastError(title, text)
  finalUntil = Date.now() + ms
}

const kept = 'next-toast'

/** Keeps a notification for the page that this tab loads next. Without storage it is not told. */
export function toastOnNextPage(title: string, text: string) {
  try {
    sessionStorage.setItem(kept, JSON.stringify([title, text]))
  } catch {
    // Storage is switched off or full.
  }
}

/** Shows what the page before kept, once; called when the application starts. */
export function showKeptToast() {
  try {
    const words: unknown = JSON.parse(sessionStorage.getItem(kept) ?? '[]')
    sessionStorage.removeItem(kept)
    if (Array.isArray(words) && typeof words[0] === 'string' && typeof words[1] === 'string') toast(words[0], words[1])
  } catch {
    // Storage is switched off, or holds what is not ours.
  }
}

/** Takes a notification from sight; a newer one stays. */
export function dismissToast(id: number) {
  if (current?.id !== id || !current.open) return
  set({ ...current, open: false })
  removal = setTimeout(() => set(undefined), removalMs)
}

/** The present notification, dismissed or not. */
export const currentToast = () => current

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
