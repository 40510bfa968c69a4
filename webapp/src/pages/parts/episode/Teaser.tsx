import { useEffect, useState } from 'react'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { copy } from '@/lib/copy'
import { here, paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Button, LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { Field, Input } from '@/ui/Field'
import { Page, Section } from '@/ui/Page'
import { toast } from '@/ui/toasts'
import { EpisodeFacts } from './EpisodeHead'
import './episode.css'
import './teaser.css'

const redirectMs = 1_000

// Shapes of a list; nothing of the episode is behind the blur.
const placeholders = [
  ['book', 78, 92, 64],
  ['person', 52, 88, 70],
  ['product', 64, 80, 46],
  ['concept', 70, 95, 58],
] as const

/** What a visitor sees of an episode: the head, how much was found, and the way in. */
export function Teaser({ episode }: { episode: Episode }) {
  const [leaving, setLeaving] = useState(false)
  const total = episode.counts.reduce((sum, c) => sum + c.count, 0)

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => location.assign(paths.login(here())), redirectMs)
    return () => clearTimeout(timer)
  }, [leaving])

  return (
    <Page title={episode.title}>
      <header className="episode-head">
        <div>
          <Cover name={episode.title} type="episode" src={episode.thumbnailUrl} first />
        </div>
        <div className="episode-head-words">
          <EpisodeFacts episode={episode} />
          {episode.description && <p className="lead">{episode.description}</p>}
        </div>
      </header>
      <Section title="Mentioned in this episode">
        <div className="teaser">
          <div className="teaser-blur" aria-hidden="true">
            {placeholders.map(([type, ...widths]) => (
              <div key={type} className={`teaser-row type-${type}`}>
                <span className="teaser-cover" />
                <div>
                  {widths.map(w => (
                    <span key={w} className="teaser-line" style={{ width: `${w}%` }} />
                  ))}
                </div>
              </div>
            ))}
          </div>
          <div className="teaser-gate">
            <p className="kicker">Free account</p>
            <h3 className="teaser-title">
              {total > 0 ? `${counted(total, 'entity')} discovered in this episode` : 'Read the whole episode'}
            </h3>
            <p className="row teaser-counts">
              {episode.counts.map(c => (
                <span key={c.type} className={`badge badge-typed type-${c.type}`}>
                  {counted(c.count, typeWords(c.type).singular)}
                </span>
              ))}
            </p>
            <p className="muted">Every mention comes with its sentence, its second, and links that work.</p>
            <form
              className="teaser-form"
              onSubmit={e => {
                // The address stays here: nothing is sent, the account provider asks for it itself.
                e.preventDefault()
                setLeaving(true)
                toast('Welcome to Mentionary!', 'Please sign in to access the full content.')
              }}
            >
              <Field label="E-mail address" hideLabel>
                <Input type="email" required placeholder="Enter your email" autoComplete="email" />
              </Field>
              <Button look="primary" type="submit" busy={leaving}>
                Get Instant Access
              </Button>
            </form>
            <p className="row small muted">
              Already have an account?{' '}
              <LinkButton size="small" href={paths.login(here())}>
                Sign In
              </LinkButton>
            </p>
            <ul className="row small muted teaser-claims">
              <li>{copy.teaserUsers}</li>
              <li>{copy.teaserEpisodes}</li>
              <li>{copy.teaserEntities}</li>
            </ul>
          </div>
        </div>
      </Section>
    </Page>
  )
}
