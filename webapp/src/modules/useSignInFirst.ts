import { useEffect, useRef } from 'react'
import { here, paths } from '@/lib/paths'
import { toast } from '@/ui/toasts'

/** How long "Sign in required" can be read before the browser leaves. */
export const leaveMs = 500

/** Says what signing in is needed for, goes there and comes back to the given place, which is this page unless told. */
export function useSignInFirst() {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  return (text: string, returnTo?: string) => {
    toast('Sign in required', text)
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => location.assign(paths.login(returnTo ?? here())), leaveMs)
  }
}
