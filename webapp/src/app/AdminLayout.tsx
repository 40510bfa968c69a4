import { useLayoutEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import type { AdminPlace } from '@/modules/admin/places'
import { may, useSession, type Session } from '@/modules/session'
import { Icon } from '@/ui/Icon'
import { adminGroups, pages, type PageEntry } from './pages'
import './AdminLayout.css'

/** Whether a page of the administration opens for the person: only such pages are offered. */
const opens = (session: Session, { who }: PageEntry) =>
  may(session, 'admin') || (who === 'moderators' && may(session, 'moderate'))

/** What stands around every page of the administration: the way to the others, by group, for the role of the person. */
export function Component() {
  const session = useSession()
  const places = pages.flatMap(page => (page.admin && opens(session, page) ? [{ ...page.admin, path: page.path }] : []))
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the places are wider than the window: the one that is open is shown.
  useLayoutEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('.active')
    if (here) nav.current!.scrollLeft = here.offsetLeft - (nav.current!.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  return (
    <div className="admin">
      <nav ref={nav} className="admin-nav" aria-label="Administration">
        {adminGroups.map(group => {
          const own = places.filter(place => place.group === group)
          return (
            own.length > 0 && (
              <section key={group} className="admin-group">
                <h2>{group}</h2>
                <ul>
                  {own.map(({ path, label, icon }) => (
                    <li key={path}>
                      <NavLink to={path} end={path === '/admin'} className="admin-link">
                        <Icon name={icon} />
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </nav>
      <Outlet context={places satisfies AdminPlace[]} />
    </div>
  )
}
