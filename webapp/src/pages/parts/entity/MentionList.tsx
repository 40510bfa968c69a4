import { useInfiniteQuery } from '@/lib/query'
import { Link } from 'react-router'
import type { Entity, Mention } from '@/gen/mentionary/v1/common_pb'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { here, paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { channelName } from '@/modules/channelName'
import { Evidence } from '@/modules/Evidence'
import { Failed } from '@/modules/Failed'
import { WrongMention } from '@/modules/ReportButton'
import { ListEnd } from '@/modules/ListEnd'
import { byOffset } from '@/modules/paged'
import { LinkButton } from '@/ui/Button'
import { Cover } from '@/ui/Cover'
import { SkeletonRows } from '@/ui/Skeleton'
import { Empty } from '@/ui/States'

const pageSize = 50

/** The quotes of one episode that follow each other in the answer: first the one that says most, then the others by time. */
function byEpisode(mentions: readonly Mention[]): Mention[][] {
  const groups: Mention[][] = []
  for (const mention of mentions) {
    const last = groups.at(-1)
    if (last?.[0]?.episodeId === mention.episodeId) last.push(mention)
    else groups.push([mention])
  }
  return groups.map(quotes => {
    const lead = quotes.reduce((a, b) => (b.telling > a.telling ? b : a))
    return [lead, ...quotes.filter(m => m !== lead)]
  })
}

/** Every sentence in which the thing was said, episode by episode. */
export function MentionList({ entity, signedIn }: { entity: Entity; signedIn: boolean }) {
  const query = useInfiniteQuery(
    EntityService.method.listEntityMentions,
    { id: entity.id, limit: pageSize, offset: 0 },
    byOffset(page => page.mentions.length),
  )
  const answered = query.data?.pages.flatMap(p => p.mentions) ?? []
  // What is withheld from visitors comes without its words, or not at all.
  const mentions = signedIn ? answered : answered.filter(m => m.quote !== '')
  const wordless = answered.length - mentions.length
  const hidden = signedIn ? 0 : entity.mentionCount - (query.data?.pages[0]?.total ?? 0) + wordless
  const seen = new Map(entity.episodes.map(e => [e.id, e]))
  const pictured = (id: number) => seen.get(id)?.thumbnailUrl
  return (
    <section aria-labelledby="quotes" className="entity-quotes">
      <h2 id="quotes">Every mention</h2>
      {query.isPending && <SkeletonRows rows={3} height={150} label="Loading the mentions" />}
      {query.isError && answered.length === 0 && <Failed query={query} />}
      {query.isSuccess && mentions.length === 0 && hidden <= 0 && (
        <Empty icon="list" title="No quotes yet" text="No published episode mentions it yet." />
      )}
      {byEpisode(mentions).map((group, g) => {
        const [first] = group
        return (
          <article key={group[0]!.id} className="entity-episode">
            <header className="entity-episode-head">
              <div>
                <Cover name={first!.episodeTitle} type="episode" src={pictured(first!.episodeId)} />
              </div>
              <div>
                <p className="small muted">{channelName(first!.channelName)}</p>
                <h3>
                  <Link to={paths.episode(first!.episodeId)}>{first!.episodeTitle}</Link>
                </h3>
              </div>
            </header>
            <ol className="stack entity-episode-quotes">
              {group.map((m, i) => (
                <li key={m.id}>
                  <Evidence
                    mention={m}
                    type={entity.type}
                    size={g === 0 && i === 0 ? 'large' : 'normal'}
                    inTranscript={signedIn}
                    tools={<WrongMention mention={m} />}
                  />
                </li>
              ))}
            </ol>
          </article>
        )
      })}
      <ListEnd query={query} />
      {query.isSuccess && hidden > 0 && (
        <div className="entity-gate">
          <p>
            <b>{counted(hidden, mentions.length > 0 ? 'more quote' : 'quote')}</b>{' '}
            <span className="muted">can be read with a free account.</span>
          </p>
          <LinkButton look="primary" href={paths.login(here())}>
            Sign In
          </LinkButton>
        </div>
      )}
    </section>
  )
}
