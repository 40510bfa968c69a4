import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt'
import type { CurrentUser } from '@/gen/mentionary/v1/auth_pb'
import type { Collection } from './collection'
import { fullName } from './names'

const moment = (at: Timestamp | undefined) => (at ? timestampDate(at).toISOString() : null)

/** The collection as the file tells it. What is not known is null. */
export function exportOf(user: CurrentUser, collection: Collection, now: Date) {
  return {
    user: { name: fullName(user) || user.displayName || null, email: user.email ?? null },
    exportDate: now.toISOString(),
    totalFavorites: collection.all.length,
    episodes: collection.episodes.map(f => ({
      title: f.episode.title,
      channel: f.episode.channel?.name ?? null,
      videoId: f.episode.videoId,
      savedAt: moment(f.createdAt),
    })),
    entities: collection.entities.map(f => ({
      name: f.entity.name,
      type: f.entity.type,
      description: f.entity.description ?? null,
      savedAt: moment(f.createdAt),
    })),
  }
}

/** The name of the file, with the day where the reader is. */
export function exportName(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `mentionary-favorites-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.json`
}

/** Hands the browser a JSON file to keep. */
export function download(name: string, content: unknown) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2) + '\n'], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
