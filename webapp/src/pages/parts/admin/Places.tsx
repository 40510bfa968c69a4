import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { useAdminPlaces } from '@/modules/admin/places'
import { Icon } from '@/ui/Icon'

/** What a page of the administration is for, in a few words. */
const purposes: Record<string, string> = {
  [paths.admin()]: 'Figures, health and people',
  [paths.adminBatch()]: 'Submit many inputs at once',
  [paths.adminQueues()]: 'Work that waits for workers',
  [paths.adminSchedules()]: 'Followed channels and recurring batches',
  [paths.adminReview()]: 'Doubts, reports and glossaries',
  [paths.adminUploads()]: 'Uploads that wait to be published',
  [paths.adminTrends()]: 'Activity and rising entities',
  [paths.adminDataQuality()]: 'Links, duplicates and wrong types',
  [paths.adminWorkflows()]: 'Everything that runs or ran',
  [paths.adminEval()]: 'How good the lists are, run by run',
  [paths.adminCosts()]: 'Tokens, money and caps',
  [paths.adminAudit()]: 'Who changed what',
}

/** The other pages of the administration that open for the person, and this one. */
export function Places() {
  const places = useAdminPlaces()
  if (places.length === 0) return null
  return (
    <section aria-labelledby="admin-places">
      <h2 id="admin-places" className="visually-hidden">
        Administration
      </h2>
      <ul className="admin-places">
        {places.map(({ path, label, icon }) => (
          <li key={path}>
            <Link to={path} {...(path === paths.admin() && { 'aria-current': 'page' })}>
              <Icon name={icon} size={22} />
              <span>
                <strong>{label}</strong>
                {purposes[path] && <span className="small muted">{purposes[path]}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
