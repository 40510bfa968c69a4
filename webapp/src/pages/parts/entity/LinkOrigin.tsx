import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Entity, LinkOrigin as Origin } from '@/gen/mentionary/v1/common_pb'
import { date } from '@/lib/format'

/** Whose word a link of the entity is, and when it was last checked; nothing for what is no stored link, such as a search on a map. */
export function LinkOrigin({ entity, url }: { entity: Pick<Entity, 'linkOrigins'>; url: string }) {
  const origin = entity.linkOrigins.find(o => o.url === url)
  if (!origin) return null
  return (
    <span className="link-origin tiny muted">
      {whoseWord(origin)} · {origin.checkedAt ? `checked ${date(timestampDate(origin.checkedAt))}` : 'not checked yet'}
    </span>
  )
}

const whoseWord = ({ source, givenBy }: Origin) => {
  if (source === 'admin') return 'added by a moderator'
  if (source === 'agreed') return 'from several shows'
  return `from ${givenBy || (source === 'claimed' ? 'a show' : 'our list of well-known things')}`
}
