import { EntityDirectory, mentionsOf, totalStat, type DirectoryConfig } from '@/modules/EntityDirectory'
import { entityLinks } from '@/modules/entityLinks'
import { ListedEntity } from '@/modules/ListedEntity'
import { Badge } from '@/ui/Badge'

const config: DirectoryConfig = {
  type: 'person',
  title: 'People',
  lead: 'Writers, scientists, founders and friends who come up in conversation.',
  stats: [
    totalStat('Total People'),
    { label: 'With Profiles', value: all => all.filter(e => entityLinks(e.metadata).length > 0).length },
    { label: 'Total Mentions', value: mentionsOf },
    { label: 'LinkedIn Profiles', value: all => all.filter(e => entityLinks(e.metadata).some(l => l.kind === 'linkedin')).length },
  ],
  searchLabel: 'Search people',
  sorts: [{ value: 'mentions', label: 'Most Mentioned' }, { value: 'name', label: 'Alphabetical' }],
  card: entity => <ListedEntity entity={entity}>{entity.metadata?.company && <p><Badge type="company">{entity.metadata.company}</Badge></p>}</ListedEntity>,
}

export function Component() {
  return <EntityDirectory config={config} />
}
