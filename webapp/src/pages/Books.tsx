import { distinct, EntityDirectory, mentionsOf, totalStat, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'

const config: DirectoryConfig = {
  type: 'book',
  title: 'Books',
  lead: 'What people read, recommend and keep coming back to, in their own words.',
  stats: [totalStat('Total Books'), { label: 'Authors', value: all => distinct(all, e => e.metadata?.author) }, { label: 'Total Mentions', value: mentionsOf }],
  searchLabel: 'Search books, authors or descriptions',
  sorts: [{ value: 'mentions', label: 'Most Mentioned' }, { value: 'name', label: 'Alphabetical' }, { value: 'author', label: 'By Author' }],
  card: entity => <ListedEntity entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
