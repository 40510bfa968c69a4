import { counted } from '@/lib/plurals'
import { byline } from '@/modules/byline'
import { EntityDirectory, type DirectoryConfig } from '@/modules/EntityDirectory'
import { ListedEntity } from '@/modules/ListedEntity'
import { takesPart } from '@/modules/takesPart'
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
    { value: 'recommended', label: 'Most Recommended' },
    { value: 'name', label: 'Alphabetical' },
  ],
  parts: [
    { value: 'talked', label: 'Talked about' },
    { value: 'participants', label: 'Hosts and guests' },
    { value: 'all', label: 'All people' },
  ],
  card: entity => (
    <ListedEntity entity={entity}>
      {entity.metadata?.company && !byline(entity)?.endsWith(entity.metadata.company) && (
        <p>
          <Badge type="company">{entity.metadata.company}</Badge>
        </p>
      )}
      {takesPart(entity) && entity.talkedCount > 0 && (
        <p className="small muted">{counted(entity.talkedCount, 'mention')} where others talk</p>
      )}
    </ListedEntity>
  ),
}

export function Component() {
  return <EntityDirectory config={config} />
}
