import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'book',
  title: 'Books',
  lead: 'What people read, recommend and keep coming back to, in their own words.',
  stats: [
    { label: 'Total Books', value: f => f.total },
    { label: 'Authors', value: f => f.authors },
    { label: 'Total Mentions', value: f => f.mentions },
  ],
  searchLabel: 'Search books, authors or descriptions',
  sorts: [
    { value: 'mentions', label: 'Most Mentioned' },
    { value: 'recommended', label: 'Most Recommended' },
    { value: 'name', label: 'Alphabetical' },
    { value: 'author', label: 'By Author' },
  ],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
