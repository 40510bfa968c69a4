import { distinct, EntityDirectory, mentionsOf, totalStat, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'product',
  title: 'Products',
  lead: 'Tools, devices and things that people use and talk about.',
  stats: [totalStat('Total Products'), { label: 'Companies', value: all => distinct(all, e => e.metadata?.company) }, { label: 'Total Mentions', value: mentionsOf }],
  searchLabel: 'Search products, companies or descriptions',
  sorts: [{ value: 'mentions', label: 'Most Mentioned' }, { value: 'name', label: 'Alphabetical' }, { value: 'company', label: 'By Company' }],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
