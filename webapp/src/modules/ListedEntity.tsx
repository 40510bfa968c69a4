import type { ReactNode } from 'react'
import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { webSearchUrl } from '@/lib/url'
import { ExternalButton } from '@/ui/ExternalLink'
import { EntityCard } from './EntityCard'
import { FavoriteButton } from './FavoriteButton'

/** An entity in a directory: with its heart, and with a web search when it has no links of its own. */
export function ListedEntity({ entity, children }: { entity: Entity; children?: ReactNode }) {
  const { author, company, country } = entity.metadata ?? {}
  const words = [entity.name, author ?? company ?? country].filter(Boolean).join(' ')
  return (
    <EntityCard
      entity={entity}
      action={<FavoriteButton itemType="entity" itemId={entity.id} name={entity.name} />}
      unlinked={
        <p>
          <ExternalButton href={webSearchUrl(words)} icon="search">
            Search the web
          </ExternalButton>
        </p>
      }
    >
      {children}
    </EntityCard>
  )
}
