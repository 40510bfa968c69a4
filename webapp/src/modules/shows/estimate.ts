import type { ListedEpisode } from '@/gen/mentionary/v1/show_pb'
import { dollars, duration } from '@/lib/format'
import { counted } from '@/lib/plurals'

/** How long episodes are together, in seconds, and how many of them do not say. */
export type Lengths = { episodes: number; seconds: number; unknown: number }

/** What listening takes: dollars for a minute, absent where nobody listens, and minutes heard in a minute, absent where nobody knows. */
export type Listening = { listeningPrice?: number | undefined; listeningSpeed?: number | undefined }

/** What analyzing episodes comes to (ShowService.EstimateEpisodes). */
export type Estimate = Listening & {
  new: Lengths
  analyzed: number
  listened: Lengths
  perhapsListened: Lengths
  more: boolean
}

type Listed = Pick<ListedEpisode, 'duration' | 'videoId'> & Partial<Pick<ListedEpisode, 'listening'>>

const none: Lengths = { episodes: 0, seconds: 0, unknown: 0 }

/** What nothing comes to. */
export const nothing: Estimate = { new: none, analyzed: 0, listened: none, perhapsListened: none, more: false }

/** What listed episodes come to. What has been analyzed already costs nothing again. */
export function estimateOf(episodes: readonly Listed[], told: Listening = {}): Estimate {
  const left = episodes.filter(e => e.videoId === undefined)
  return {
    new: lengthsOf(left),
    analyzed: episodes.length - left.length,
    listened: lengthsOf(left.filter(e => e.listening === 'yes')),
    perhapsListened: lengthsOf(left.filter(e => e.listening === 'maybe')),
    more: false,
    listeningPrice: told.listeningPrice,
    listeningSpeed: told.listeningSpeed,
  }
}

/** What two estimates come to together; an answer leaves out what is zero. */
export function added(a: Estimate, b: { [K in keyof Estimate]?: Estimate[K] | undefined }): Estimate {
  return {
    new: both(a.new, b.new),
    analyzed: a.analyzed + (b.analyzed ?? 0),
    listened: both(a.listened, b.listened),
    perhapsListened: both(a.perhapsListened, b.perhapsListened),
    more: a.more || (b.more ?? false),
    listeningPrice: a.listeningPrice ?? b.listeningPrice,
    listeningSpeed: a.listeningSpeed ?? b.listeningSpeed,
  }
}

/** Whether anything is listened to, or may be. */
export const listensToAny = (e: Estimate): boolean => e.listened.episodes + e.perhapsListened.episodes > 0

/** Says what episodes come to: how many and how long they are, and what listening to them costs and how long it takes. */
export function estimateText(e: Estimate): string {
  const total = counted(e.new.episodes + e.analyzed, 'episode')
  const all = e.more ? `More than ${total}` : total
  const long = [length(e.new), silent(e.new)].filter(Boolean).join(', ')
  const known = `${e.analyzed} ${e.analyzed === 1 ? 'is' : 'are'} analyzed already`
  // How long they are is told of those that are new.
  const sentences =
    e.analyzed > 0
      ? [`${all}.`, long ? `${known}; the rest comes to ${long}.` : `${known}.`]
      : [[all, long].filter(Boolean).join(', ') + '.']
  const { episodes: heard } = e.listened
  if (heard > 0) {
    const verb = heard === 1 ? 'has no transcript and is' : 'have no transcript and are'
    sentences.push(`${heard} ${verb} listened to${inBrackets(details(e.listened, e))}.`)
  }
  const { episodes: perhaps } = e.perhapsListened
  if (perhaps > 0) {
    const unsaid =
      perhaps === 1
        ? 'whether 1 has a transcript; without one it is'
        : `which of ${perhaps} have a transcript; those without are`
    const all = details(e.perhapsListened, e)
    sentences.push(
      `The list does not say ${unsaid} listened to${inBrackets(all && perhaps > 1 ? `all ${perhaps}: ${all}` : all)}.`,
    )
  }
  return sentences.join(' ')
}

/** How long hearing so many seconds takes on this server, in minutes: "40 min on this server". */
export function listeningTime(seconds: number, speed: number): string {
  const minutes = Math.max(1, Math.round(seconds / speed / 60))
  return `${minutes < 60 ? `${minutes} min` : duration(minutes * 60)} on this server`
}

function details(heard: Lengths, { listeningPrice: price = 0, listeningSpeed: speed }: Listening): string {
  const { seconds, unknown } = heard
  const nearly = unknown > 0 ? 'at least' : 'about'
  const cost = price > 0 && seconds > 0 && `${nearly} ${dollars((seconds / 60) * price)}`
  const time = speed !== undefined && seconds > 0 && `${nearly} ${listeningTime(seconds, speed)}`
  return [length(heard), cost, time].filter(Boolean).join(', ')
}

const inBrackets = (text: string) => text && ` (${text})`
const length = (l: Lengths) => l.episodes > l.unknown && duration(l.seconds)
const silent = (l: Lengths) => l.unknown > 0 && `${l.unknown} of unknown length`

const both = (a: Lengths, b: Partial<Lengths> = none): Lengths => ({
  episodes: a.episodes + (b.episodes ?? 0),
  seconds: a.seconds + (b.seconds ?? 0),
  unknown: a.unknown + (b.unknown ?? 0),
})

function lengthsOf(episodes: readonly Listed[]): Lengths {
  const known = episodes.filter(e => e.duration !== undefined)
  const seconds = known.reduce((sum, e) => sum + (e.duration ?? 0), 0)
  return { episodes: episodes.length, seconds, unknown: episodes.length - known.length }
}
