import type { ReactNode } from 'react'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { webSearchUrl } from '@/lib/url'
import { ExternalButton } from '@/ui/ExternalLink'
import { EntityCard } from './EntityCard'
import { entityLinks } from './entityLinks'
import { FavoriteButton } from './FavoriteButton'

/** An entity in a directory: with its heart, and with a web search when it has no links of its own. */
export function ListedEntity({ entity, children }: { entity: Entity; children?: ReactNode }) {
  const linkless = entityLinks(entity.metadata).length === 0
  return (
    <EntityCard entity={entity} action={<FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} />}>
      {children}
      {linkless && (
        <p>
          <ExternalButton
            href={webSearchUrl(
              [entity.name, entity.metadata?.author ?? entity.metadata?.company ?? entity.metadata?.country]
                .filter(Boolean)
                .join(' '),
            )}
            icon="search"
          >
            Search the web
          </ExternalButton>
        </p>
      )}
    </EntityCard>
  )
}
