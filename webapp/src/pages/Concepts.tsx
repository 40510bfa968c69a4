import { categoryOf, conceptCategories } from '@/lib/categories'
import { EntityDirectory, totalStat, type DirectoryConfig } from '@/modules/EntityDirectory'
import { entityLinks } from '@/modules/entityLinks'
import { ConceptCard } from './parts/concepts/ConceptCard'

const config: DirectoryConfig = {
  type: 'concept',
  title: 'Concepts',
  lead: 'Ideas with a name: the models, theories and movements that explain the rest.',
  stats: [
    totalStat('Total Concepts'),
    { label: 'Episode Mentions', value: all => all.reduce((sum, e) => sum + e.episodeCount, 0) },
    { label: 'Categories', value: () => conceptCategories.length, exact: true },
    { label: 'With Links', value: all => all.filter(e => entityLinks(e.metadata).length > 0).length },
  ],
  searchLabel: 'Search concepts',
  sorts: [{ value: 'name', label: 'Name A-Z' }, { value: 'episodes', label: 'Most Episodes' }, { value: 'recent', label: 'Recently Mentioned' }],
  category: { options: conceptCategories, of: e => categoryOf(e.metadata) },
  withEpisodes: true,
  card: entity => <ConceptCard entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
