import type { IconName } from '@/ui/Icon'

const types: Record<string, { label: string; icon: IconName }> = {
  video: { label: 'Video', icon: 'play' },
  channel: { label: 'Channel', icon: 'people' },
  playlist: { label: 'Playlist', icon: 'list' },
  feed: { label: 'Podcast feed', icon: 'episode' },
  upload: { label: 'Upload', icon: 'upload' },
}

/** What was submitted, as a label; an unknown kind is shown as it was sent. */
export function jobType(type: string): { label: string; icon: IconName } {
  return types[type] ?? { label: type, icon: 'list' }
}
