import { distinct, EntityDirectory, mentionsOf, totalStat, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'location',
  title: 'Locations',
  lead: 'Cities, countries and corners of the world that stories lead to.',
  stats: [totalStat('Total Locations'), { label: 'Countries', value: all => distinct(all, e => e.metadata?.country) }, { label: 'Total Mentions', value: mentionsOf }],
  searchLabel: 'Search locations, countries or descriptions',
  sorts: [{ value: 'mentions', label: 'Most Mentioned' }, { value: 'name', label: 'Alphabetical' }, { value: 'country', label: 'By Country' }],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
