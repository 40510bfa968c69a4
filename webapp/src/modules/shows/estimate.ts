import type { ListedEpisode } from '@/gen/mentionary/v1/show_pb'
import { dollars, duration } from '@/lib/format'
import { counted } from '@/lib/plurals'

type Listed = Pick<ListedEpisode, 'duration' | 'hasTranscript' | 'videoId'>

/** What listening takes: dollars for a minute, absent where nobody listens, and minutes heard in a minute, absent where nobody knows. */
export type Listening = { listeningPrice?: number | undefined; listeningSpeed?: number | undefined }

/**
 * Says what analyzing episodes comes to, as far as their list tells: how long they are and, where audio is listened to, what that costs
 * and how long it takes. What has been analyzed already costs nothing again.
 */
export function estimate(episodes: readonly Listed[], told: Listening | undefined): string {
  const { listeningPrice: price, listeningSpeed: speed } = told ?? {}
  const todo = episodes.filter(e => e.videoId === undefined)
  const [length, silent] = lengthOf(todo)
  const first = [counted(episodes.length, 'episode'), length, silent > 0 && `${silent} of unknown length`]
  const heard = todo.filter(e => e.hasTranscript === false)
  const sentences = [`${first.filter(Boolean).join(', ')}.`]
  const known = episodes.length - todo.length
  if (known > 0) sentences.push(`${known} ${known === 1 ? 'is' : 'are'} analyzed already.`)
  if (price !== undefined && heard.length > 0) sentences.push(listening(heard, price, speed))
  return sentences.join(' ')
}

function listening(heard: readonly Listed[], price: number, speed: number | undefined): string {
  const [length, silent] = lengthOf(heard)
  const seconds = heard.reduce((sum, e) => sum + (e.duration ?? 0), 0)
  const cost = price > 0 && seconds > 0 && `${silent > 0 ? 'at least' : 'about'} ${dollars((seconds / 60) * price)}`
  const time =
    speed !== undefined && seconds > 0 && `${silent > 0 ? 'at least' : 'about'} ${listeningTime(seconds, speed)}`
  const details = [length, cost, time].filter(Boolean).join(', ')
  const verb = heard.length === 1 ? 'has no transcript and is' : 'have no transcript and are'
  return `${heard.length} ${verb} listened to${details && ` (${details})`}.`
}

/** How long hearing so many seconds takes on this server, in minutes: "40 min on this server". */
export function listeningTime(seconds: number, speed: number): string {
  const minutes = Math.max(1, Math.round(seconds / speed / 60))
  return `${minutes < 60 ? `${minutes} min` : duration(minutes * 60)} on this server`
}

/** How long episodes are together, and how many of them do not say. */
function lengthOf(episodes: readonly Listed[]): [length: string | undefined, silent: number] {
  const known = episodes.filter(e => e.duration !== undefined)
  const seconds = known.reduce((sum, e) => sum + (e.duration ?? 0), 0)
  return [known.length > 0 ? duration(seconds) : undefined, episodes.length - known.length]
}
