import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { Logo } from '@/ui/Logo'
import './Footer.css'

const columns = [
  {
    title: 'Directory',
    links: [
      ['All episodes', paths.directory()],
      ['Books', paths.directory({ type: 'book' })],
      ['People', paths.directory({ type: 'person' })],
      ['Organizations', paths.directory({ type: 'organization' })],
    ],
  },
  {
    title: 'Product',
    links: [
      ['Channels', paths.channels()],
      ['Concepts', paths.concepts()],
      ['Search', paths.search()],
    ],
  },
  {
    title: 'Company',
    links: [
      ['About', paths.about()],
      ['Privacy', paths.privacy()],
      ['Terms', paths.terms()],
    ],
  },
] as const

/** The foot of every page. */
export function Footer() {
  return (
    <footer className="footer">
      <div className="page footer-columns">
        <div className="footer-about">
          <Logo />
          <p>What was mentioned, who said it, and the second it was said.</p>
          <p className="muted">Free account. No credit card required.</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="kicker">{title}</h2>
            <ul>
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
              {title === 'Product' && (
                <li>
                  <a href="/api/docs">API</a>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
