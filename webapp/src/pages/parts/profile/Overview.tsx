import { count } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { Badge } from '@/ui/Badge'
import { Section, Stats, type Stat } from '@/ui/Page'
import { byType, type Collection } from './collection'

/** What was saved, in numbers. */
export function Overview({ collection, since }: { collection: Collection; since: string | undefined }) {
  const stats: Stat[] = [
    { label: 'Total Favorites', value: count(collection.all.length) },
    { label: 'Episodes Saved', value: count(collection.episodes.length) },
    { label: 'Entities Saved', value: count(collection.entities.length) },
    ...(since ? [{ label: 'Member Since', value: <span className="profile-since">{since}</span> }] : []),
  ]
  const types = byType(collection.entities)
  return (
    <>
      <Stats stats={stats} />
      <Section title="Content Preferences">
        {types.length > 0 ? (
          <ul className="row profile-types">
            {types.map(([type, saved]) => (
              <li key={type}>
                <Badge type={type}>{counted(saved.length, typeWords(type).singular)}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">
            Once you favorite a book, a person or anything else, this shows what you like to save.
          </p>
        )}
      </Section>
    </>
  )
}
