import { topics } from '@/lib/topics'
import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ConceptCard } from './parts/concepts/ConceptCard'

const config: DirectoryConfig = {
  type: 'concept',
  title: 'Concepts',
  lead: 'Ideas with a name: the models, theories and movements that explain the rest.',
  stats: [
    { label: 'Total Concepts', value: f => f.total },
    { label: 'Episode Mentions', value: f => f.episodeMentions },
    { label: 'Categories', value: () => topics.length },
    { label: 'With Links', value: f => f.withLinks },
  ],
  searchLabel: 'Search concepts',
  sorts: [
    { value: 'name', label: 'Name A-Z' },
    { value: 'recommended', label: 'Most Recommended' },
    { value: 'episodes', label: 'Most Episodes' },
    { value: 'recent', label: 'Recently Mentioned' },
  ],
  topics,
  withEpisodes: true,
  failed: status => `HTTP error! status: ${status}`,
  card: entity => <ConceptCard entity={entity} />,
}

export function Component() {
  return <EntityDirectory config={config} />
}
