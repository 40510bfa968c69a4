import { before, behind, known, text } from '@/lib/known'
import { Page } from '@/ui/Page'
import { Quote } from '@/ui/Quote'
import { Loading, Skeleton } from '@/ui/Skeleton'

// The first one whose words are not withheld, as on the page.
const mention = 'ListEntityMentions.mentions.~quote'
const quote = `${mention}.quote`
const surface = `${mention}.surface`

/** What the server can say of an entity before any code runs: what its page looks like, with its name and its first quote. */
export const knownEntity = () =>
  known({
    type: text('GetEntity.entity.type'),
    name: text('GetEntity.entity.name'),
    channel: text(`${mention}.channelName`),
    episode: text(`${mention}.episodeTitle`),
    before: before(quote, surface),
    surface: text(surface),
    behind: behind(quote, surface),
  })

export function KnownEntity({ entity }: { entity: NonNullable<ReturnType<typeof knownEntity>> }) {
  const { type, name } = entity
  return (
    <Loading>
      <Page title={name}>
        <header className={`entity-head type-${type}`}>
          <div className="entity-cover">
            <span className={`cover cover-${type}`} />
          </div>
          <div className="entity-words">
            <p className="kicker">{type}</p>
            <h1>{name}</h1>
            <Skeleton width="40%" height={28} />
            <Skeleton width="30%" height={28} />
            <Skeleton width="50%" height={20} />
            <Skeleton width="60%" height={44} />
          </div>
        </header>
        <div className="entity-columns">
          <section className="entity-quotes">
            <h2>Every mention</h2>
            <article className="entity-episode">
              <header className="entity-episode-head">
                <div>
                  <span className="cover cover-episode" />
                </div>
                <div>
                  <p className="small muted">{entity.channel}</p>
                  <h3>{entity.episode}</h3>
                </div>
              </header>
              <div className="entity-episode-quotes">
                <Quote
                  size="large"
                  type={type}
                  surface={entity.surface}
                  text={entity.before + entity.surface + entity.behind}
                />
              </div>
            </article>
          </section>
        </div>
      </Page>
    </Loading>
  )
}
