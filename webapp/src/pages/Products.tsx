import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'product',
  title: 'Products',
  lead: 'Tools, devices and things that people use and talk about.',
  stats: [
    { label: 'Total Products', value: f => f.total },
    { label: 'Companies', value: f => f.companies },
    { label: 'Total Mentions', value: f => f.mentions },
  ],
  searchLabel: 'Search products, companies or descriptions',
  sorts: [
    { value: 'mentions', label: 'Most Mentioned' },
    { value: 'recommended', label: 'Most Recommended' },
    { value: 'name', label: 'Alphabetical' },
    { value: 'company', label: 'By Company' },
  ],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
