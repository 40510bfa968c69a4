import type { Chapter, Episode } from '@/gen/mentionary/v1/common_pb'
import { safeExternalUrl } from '@/lib/url'

/** What can be heard of an episode on our pages. */
export type Recording = {
  /** audio: the show's own file; youtube: the site's player, in a frame of its host that keeps no cookies */
  kind: 'audio' | 'youtube'
  /** the address of the file, or the site's id of the video */
  source: string
  videoId: string
  title: string
  show: string
  picture: string | undefined
  /** where it is when it cannot be played here */
  pageUrl: string | undefined
  /** seconds as far as is known; 0 when it is not */
  length: number
  chapters: readonly Pick<Chapter, 'start' | 'title'>[]
}

const youTubeId = /^[\w-]{11}$/

/** Returns what can be heard of an episode; undefined when there is nothing that we may play. */
export function recordingOf(episode: Episode): Recording | undefined {
  const what = { ...fileOf(episode) }
  if (what.kind === undefined || what.source === undefined) return undefined
  return {
    kind: what.kind,
    source: what.source,
    videoId: episode.videoId,
    title: episode.title,
    show: episode.channel?.name ?? '',
    picture: episode.thumbnailUrl,
    pageUrl: safeExternalUrl(episode.pageUrl),
    length: episode.duration ?? 0,
    chapters: episode.chapters.map(({ start, title }) => ({ start, title })),
  }
}

function fileOf(episode: Episode): Partial<Pick<Recording, 'kind' | 'source'>> {
  const file = safeExternalUrl(episode.mediaUrl)
  if (file) return { kind: 'audio', source: file }
  if (episode.platform === 'youtube' && youTubeId.test(episode.videoId))
    return { kind: 'youtube', source: episode.videoId }
  return {}
}

/** The last chapter that has begun by a second; -1 before the first. */
export function chapterAt(chapters: Recording['chapters'], second: number): number {
  return chapters.findLastIndex(c => c.start <= second)
}
