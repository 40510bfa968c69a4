import type { Work } from '@/gen/mentionary/v1/work_pb'
import type { IconName } from '@/ui/Icon'

/** The kinds of work, in words. */
export const workKinds: Record<string, string> = {
  job: 'Job',
  look: 'Look at a channel',
  run: 'Episode run',
  batch: 'Batch',
  pass: 'Pass',
}

const types: Record<string, string> = {
  video: 'Video',
  channel: 'Channel',
  playlist: 'Playlist',
  feed: 'Feed',
  upload: 'Upload',
  urls: 'Addresses',
  links: 'Link check',
  duplicates: 'Duplicates',
  lookups: 'Public catalogs',
  readings: 'Earlier episodes',
  offline: 'built-in extractor',
}

/** What a piece of work is: "Job · Playlist". */
export const kindOf = ({ kind, type }: Pick<Work, 'kind' | 'type'>): string =>
  [workKinds[kind] ?? kind, types[type] ?? type].filter(Boolean).join(' · ')

/** What can be done with work. */
export const actionWords: Record<string, { label: string; icon: IconName }> = {
  cancel: { label: 'Cancel', icon: 'close' },
  pause: { label: 'Pause', icon: 'pause' },
  resume: { label: 'Resume', icon: 'play' },
  retry: { label: 'Retry', icon: 'retry' },
  analyze: { label: 'Analyze again', icon: 'retry' },
  transcript: { label: 'Provide transcript', icon: 'upload' },
  budget: { label: 'Raise budget', icon: 'plus' },
}
