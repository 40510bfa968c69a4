import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'location',
  title: 'Locations',
  lead: 'Cities, countries and corners of the world that stories lead to.',
  stats: [
    { label: 'Total Locations', value: f => f.total },
    { label: 'Countries', value: f => f.countries },
    { label: 'Total Mentions', value: f => f.mentions },
  ],
  searchLabel: 'Search locations, countries or descriptions',
  sorts: [
    { value: 'mentions', label: 'Most Mentioned' },
    { value: 'recommended', label: 'Most Recommended' },
    { value: 'name', label: 'Alphabetical' },
    { value: 'country', label: 'By Country' },
  ],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
