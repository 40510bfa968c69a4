import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { saidFace } from '@/lib/face'
import { setTheme, useChosenTheme } from '@/lib/theme'
import { paths } from '@/lib/paths'
import { letterOf, may, useSession, type Session } from '@/modules/session'
import { tellLeaving } from '@/modules/tabs'
import { Avatar } from '@/ui/Avatar'
import { Button, LinkButton } from '@/ui/Button'
import { Logo } from '@/ui/Logo'
import { Menu, type MenuItem } from '@/ui/Menu'
import { Skeleton } from '@/ui/Skeleton'
import { pages } from './pages'
import './Header.css'

const places = pages.filter(page => page.nav !== undefined)

function ThemeSwitch() {
  const theme = useChosenTheme()
  if (theme === undefined) return <span className="button button-quiet button-icon" aria-hidden="true" />
  return theme === 'dark' ? (
    <Button look="quiet" icon="sun" iconOnly onClick={() => setTheme('light')}>
      Light theme
    </Button>
  ) : (
    <Button look="quiet" icon="moon" iconOnly onClick={() => setTheme('dark')}>
      Dark theme
    </Button>
  )
}

function entries(session: Session): MenuItem[] {
  return [
    { kind: 'page', label: 'My Favorites', icon: 'heart', to: paths.ownProfile('favorites') },
    { kind: 'page', label: 'Profile Settings', icon: 'settings', to: paths.ownProfile('preferences') },
    { kind: 'page', label: 'My Jobs', icon: 'list', to: paths.jobs() },
    ...(may(session, 'moderate') || may(session, 'admin')
      ? ([
          { kind: 'separator' },
          { kind: 'page', label: 'Admin Dashboard', icon: 'shield', to: paths.admin() },
        ] satisfies MenuItem[])
      : []),
    { kind: 'separator' },
    { kind: 'navigation', label: 'Sign Out', icon: 'sign-out', href: paths.logout(), onLeave: tellLeaving },
  ]
}

function Account() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  switch (session.state) {
    case 'loading':
      return saidFace() === 'in' ? (
        <span className="menu">
          <Skeleton width={40} height={40} round />
        </span>
      ) : (
        <span className="button button-small header-sign-in skeleton" aria-hidden="true">
          <span>Sign In</span>
        </span>
      )
    case 'out':
      return (
        <LinkButton
          look="primary"
          size="small"
          href={paths.login(pathname === '/' ? undefined : pathname + search + hash)}
          className="header-sign-in"
        >
          Sign In
        </LinkButton>
      )
    case 'in': {
      const { user } = session
      return (
        <Menu
          label="Account"
          items={entries(session)}
          trigger={<Avatar src={user.profileImageUrl} letter={letterOf(user)} />}
          header={
            <>
              <b>{user.displayName || user.firstName}</b>
              {user.email && <div className="muted small">{user.email}</div>}
            </>
          }
        />
      )
    }
  }
}

/** The head of every page. On narrow screens the navigation opens below it. */
export function Header() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="header" onKeyDown={e => e.key === 'Escape' && close()}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="page header-bar">
        <Link to={paths.home()} className="header-home" aria-label="Mentionary, home" onClick={close}>
          <Logo />
        </Link>
        <nav id="navigation" className={open ? 'nav nav-open' : 'nav'} aria-label="Main">
          {places.map(({ path, nav }) => (
            <NavLink key={path} to={path} className="nav-link" onClick={close}>
              {nav}
            </NavLink>
          ))}
        </nav>
        <div className="header-tools">
          <LinkButton to={paths.search()} look="quiet" icon="search" iconOnly>
            Search
          </LinkButton>
          <ThemeSwitch />
          <Account />
          <span className="nav-toggle">
            <Button
              look="quiet"
              icon={open ? 'close' : 'menu'}
              iconOnly
              aria-expanded={open}
              aria-controls="navigation"
              onClick={() => setOpen(!open)}
            >
              {open ? 'Close menu' : 'Menu'}
            </Button>
          </span>
        </div>
      </div>
    </header>
  )
}
