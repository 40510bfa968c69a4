import type { EntityMetadata } from '@/gen/mentionary/v1/common_pb'
import { safeExternalUrl } from '@/lib/url'
import type { IconName } from '@/ui/Icon'

/** A link of an entity as its button shows it. */
export type EntityLink = {
  kind: 'wikipedia' | 'amazon' | 'goodreads' | 'linkedin' | 'maps' | 'website'
  label: string
  icon: IconName
  url: string
}

type Links = Partial<
  Pick<EntityMetadata, 'wikipediaUrl' | 'amazonUrl' | 'goodreadsUrl' | 'linkedinUrl' | 'mapsUrl' | 'websiteUrl'>
>

const buttons = [
  ['wikipedia', 'wikipediaUrl', 'Wiki', 'globe'],
  ['amazon', 'amazonUrl', 'Buy', 'cart'],
  ['goodreads', 'goodreadsUrl', 'Goodreads', 'book'],
  ['linkedin', 'linkedinUrl', 'Profile', 'profile'],
  ['maps', 'mapsUrl', 'Maps', 'map'],
  ['website', 'websiteUrl', 'Website', 'link'],
] as const

/** The links an entity has and a browser may open, in the order of their buttons. */
export function entityLinks(metadata: Links | undefined): EntityLink[] {
  return buttons.flatMap(([kind, field, label, icon]) => {
    const url = safeExternalUrl(metadata?.[field])
    return url ? [{ kind, label, icon, url }] : []
  })
}
