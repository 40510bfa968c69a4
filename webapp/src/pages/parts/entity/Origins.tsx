import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { CatalogueRecord, Entity } from '@/gen/mentionary/v1/common_pb'
import { date } from '@/lib/format'
import { ExternalLink } from '@/ui/ExternalLink'

// What a record gave, in the words under which the page shows it.
const words: Record<string, string> = {
  description: 'description',
  author: 'author',
  company: 'company',
  country: 'country',
  field: 'field',
  wikipedia: 'Wiki',
  goodreads: 'Goodreads',
  linkedin: 'Profile',
  maps: 'Maps',
  website: 'Website',
}

/** Which public catalogs say what stands above, under which id, and when they were asked. */
export function Origins({ entity }: { entity: Pick<Entity, 'records'> }) {
  if (entity.records.length === 0) return null
  return (
    <ul className="entity-origins tiny muted">
      {entity.records.map(r => (
        <li key={r.catalogue}>
          <ExternalLink href={r.url} quiet>
            {r.name} {r.id}
          </ExternalLink>
          {r.checkedAt && <> · checked {date(timestampDate(r.checkedAt))}</>}
          {given(r)}
          {r.feed && (
            <>
              {' · '}
              <ExternalLink href={r.feed} quiet>
                feed
              </ExternalLink>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const given = (r: CatalogueRecord) => {
  const list = [...r.fields, ...r.links].flatMap(word => words[word] ?? [])
  return list.length > 0 && ` · ${list.join(', ')}`
}
