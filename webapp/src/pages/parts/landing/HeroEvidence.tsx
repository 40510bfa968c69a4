import { useQuery } from '@/lib/query'
import { Link } from 'react-router'
import { EntityService } from '@/gen/mentionary/v1/entity_pb'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { Failed } from '@/modules/Failed'
import { Cover } from '@/ui/Cover'
import { Quote } from '@/ui/Quote'
import { Skeleton } from '@/ui/Skeleton'

// Shown while the directory is empty, and marked as an example.
const example = {
  name: 'The Left Hand of Darkness',
  author: 'Ursula K. Le Guin',
  speaker: 'A guest',
  episode: 'An episode about reading slowly',
  quote:
    'I keep going back to The Left Hand of Darkness. I read it every winter, and every winter it is a different book.',
  at: 2537,
  position: 0.41,
}

/** One mention as the directory keeps it: the most mentioned book with its quote, or an example. */
export function HeroEvidence() {
  const books = useQuery(EntityService.method.listEntities, { type: 'book', limit: 1, withQuotes: true })
  const book = books.data?.entities[0]
  const mentions = useQuery(
    EntityService.method.listEntityMentions,
    { id: book?.id ?? 0, limit: 20 },
    { enabled: book !== undefined },
  )
  // Visitors get the quotes of an episode's most mentioned things only; the others come without their words. Of those the one that tells
  // most is shown, as on the book's card.
  const quoted = mentions.data?.mentions.filter(m => m.quote !== '' && !m.givenByReader)
  const mention = quoted?.find(m => m.quote === book?.tellingQuote?.quote) ?? quoted?.[0]

  if (books.isPending || (book && mentions.isPending)) {
    return (
      <div className="proof" aria-hidden="true">
        <div className="proof-head">
          <span className="proof-cover">
            <Skeleton height="100%" />
          </span>
          <span className="proof-name">
            <Skeleton width="60%" height={24} />
            <Skeleton width="40%" />
          </span>
        </div>
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton width="70%" height={24} />
      </div>
    )
  }
  // The example stands for an empty directory only, not for one that does not answer.
  const failed = [books, mentions].find(query => query.isError && !query.data)
  if (failed)
    return (
      <aside className="proof" aria-label="Most mentioned book">
        <Failed query={failed} title="Failed to fetch the most mentioned book" />
      </aside>
    )

  const real = book && mention
  return (
    <aside className="proof type-book" aria-label={real ? 'Most mentioned book' : 'Example of a mention'}>
      <div className="proof-head">
        <span className="proof-cover">
          <Cover name={real ? book.name : example.name} type="book" text="title" />
        </span>
        <div className="proof-name">
          <p className="kicker">{real ? `Most mentioned book, ${counted(book.mentionCount, 'mention')}` : 'Example'}</p>
          <p className="proof-title">{real ? <Link to={paths.entity(book)}>{book.name}</Link> : example.name}</p>
          {(real ? book.metadata?.author : example.author) && (
            <p className="small muted">by {real ? book.metadata?.author : example.author}</p>
          )}
        </div>
      </div>
      {real ? (
        <Quote
          text={mention.quote}
          surface={mention.surface}
          type="book"
          at={mention.start}
          position={mention.position}
          {...(mention.speaker && { speaker: mention.speaker })}
          playUrl={mention.url}
          source={<Link to={paths.episode(mention.episodeId)}>{mention.episodeTitle}</Link>}
        />
      ) : (
        <Quote
          text={example.quote}
          surface={example.name}
          type="book"
          at={example.at}
          position={example.position}
          speaker={example.speaker}
          source={example.episode}
        />
      )}
    </aside>
  )
}
