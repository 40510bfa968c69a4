import { Link, useSearchParams } from 'react-router'
import { copy, exampleInputs } from '@/lib/copy'
import { paths } from '@/lib/paths'
import { AnalyzeForm } from '@/modules/AnalyzeForm'
import { RecentEpisodes } from '@/modules/RecentEpisodes'
import { LinkButton } from '@/ui/Button'
import { Icon, type IconName } from '@/ui/Icon'
import { Page } from '@/ui/Page'
import { CatalogueSearch } from './parts/landing/CatalogueSearch'
import { CatalogueStats } from './parts/landing/CatalogueStats'
import { HeroEvidence } from './parts/landing/HeroEvidence'
import { TopPodcasts } from './parts/landing/TopPodcasts'
import './Landing.css'

const features: { type: string; icon: IconName; label: string; to: string }[] = [
  { type: 'book', icon: 'book', label: 'Books & Papers', to: paths.books() },
  { type: 'product', icon: 'product', label: 'Products', to: paths.products() },
  { type: 'person', icon: 'people', label: 'People & Orgs', to: paths.people() },
  { type: 'location', icon: 'location', label: 'Locations', to: paths.locations() },
]

/** What visitors see at "/": what this is, a way to try it, and what is already there. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <Page title="Mentionary">
      <section className="hero" aria-labelledby="hero-title">
        <div className="hero-words">
          <p className="kicker">{copy.heroKicker}</p>
          <h1 id="hero-title">{copy.heroTitle}</h1>
          <p className="lead">{copy.heroLead}</p>
          <AnalyzeForm initial={search.get('input') ?? ''} examples={exampleInputs} />
          <ul className="hero-features" aria-label="What is found">
            {features.map(f => (
              <li key={f.label} className={`type-${f.type}`}>
                <Link to={f.to}>
                  <Icon name={f.icon} size={22} /> {f.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <HeroEvidence />
      </section>

      <CatalogueSearch />
      <CatalogueStats />
      <RecentEpisodes limit={3} empty="No episodes analyzed yet. Be the first to analyze content!" />
      <TopPodcasts />

      <section className="band" aria-labelledby="band-title">
        <div className="band-words">
          <h2 id="band-title">{copy.bandTitle}</h2>
          <p>{copy.bandText}</p>
        </div>
        <div className="band-actions">
          <div className="row">
            <LinkButton look="primary" size="large" href={paths.login()}>
              {copy.trialButton}
            </LinkButton>
            <LinkButton size="large" href={paths.login()}>
              {copy.signUpButton}
            </LinkButton>
          </div>
          <p className="small">{copy.trial}</p>
        </div>
      </section>
    </Page>
  )
}
