import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'
import { Badge } from '@/ui/Badge'

const config: DirectoryConfig = {
  type: 'person',
  title: 'People',
  lead: 'Writers, scientists, founders and friends who come up in conversation.',
  stats: [
    { label: 'Total People', value: f => f.total },
    { label: 'With Profiles', value: f => f.withLinks },
    { label: 'Total Mentions', value: f => f.mentions },
    { label: 'LinkedIn Profiles', value: f => f.withLinkedin },
  ],
  searchLabel: 'Search people',
  sorts: [
    { value: 'mentions', label: 'Most Mentioned' },
    { value: 'name', label: 'Alphabetical' },
  ],
  card: entity => (
    <ListedEntity entity={entity}>
      {entity.metadata?.company && (
        <p>
          <Badge type="company">{entity.metadata.company}</Badge>
        </p>
      )}
    </ListedEntity>
  ),
}

export function Component() {
  return <EntityDirectory config={config} />
}
