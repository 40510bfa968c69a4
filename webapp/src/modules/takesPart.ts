import type { Entity } from '@/gen/mentionary/v1/common_pb'

/** Whether some of what an entity's count counts was said in episodes in which it takes part, as host or guest. */
export const takesPart = (entity: Pick<Entity, 'type' | 'mentionCount' | 'talkedCount'>): boolean =>
  entity.type === 'person' && entity.talkedCount < entity.mentionCount
