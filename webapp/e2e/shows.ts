import { request, type TestInfo } from '@playwright/test'

// The podcasts of feed-server.mjs; every width has its own, because an episode is analyzed once for everybody.

type Show = 'lively' | 'slow' | 'late' | 'plain' | 'batch' | 'held' | 'lost' | 'ill'

const origins = JSON.parse(process.env['FEEDS'] ?? '{}') as Record<string, string>

const originOf = (info: TestInfo, show: Show) => origins[`${info.project.name} ${show}`] ?? ''

export const feedOf = (info: TestInfo, show: Show) => `${originOf(info, show)}/feed.xml`

/** Lets a show go on that holds its answers back. */
export async function release(info: TestInfo, show: Show) {
  const context = await request.newContext()
  await context.post(`${originOf(info, show)}/release`)
  await context.dispose()
}

const fillers = [
  'And that went on for a while.',
  'We talked about the weather instead.',
  'Nobody in the room said anything.',
  'It took us most of the afternoon.',
]

/** A transcript in which a book and two cities are named; a long one is read in many parts. The book is in no demo episode. */
export function transcript(about: string, lines = 12): string {
  const said = [
    `This is about ${about}.`,
    'Last winter I read a book called The Quiet Harbour.',
    'We met in Lisbon and took the train to Paris.',
  ]
  const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 23)
  return `WEBVTT\n${Array.from({ length: lines }, (_, i) => `\n${clock(i * 2)} --> ${clock(i * 2 + 2)}\n${said[i] ?? fillers[i % fillers.length]}\n`).join('')}`
}

export const vttFile = (name: string, text: string) => ({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) })
