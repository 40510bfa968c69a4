import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useSessionRecovery } from '@/modules/session'
import { Toasts } from '@/ui/Toast'
import { Footer } from './Footer'
import { Header } from './Header'
import { NowPlaying } from './NowPlaying'
import { KeepPlace } from './Place'
import './Shell.css'

/** What stands around every page: head, foot, notifications, and a line while the next page loads. */
export function Shell() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownFor = useRef(pathname)
  useSessionRecovery()
  const loading = useNavigation().state === 'loading'

  // A new page is read from its start by people who listen; the first one is where the browser put them.
  useEffect(() => {
    if (shownFor.current === pathname) return
    shownFor.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      {loading && <div className="shell-loading" role="progressbar" aria-label="Loading the page" />}
      <Header />
      <main id="content" ref={main} tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
      <Footer />
      <NowPlaying />
      <Toasts />
      <KeepPlace />
    </>
  )
}
