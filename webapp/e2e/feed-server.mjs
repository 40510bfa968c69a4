// Podcasts for the browser tests: each show on a loopback address of its own, because the program asks one host only once
// a second. It prints {"<project> <show>": origin} and serves until it is ended.
//
//   /feed.xml           the feed
//   /transcripts/<n>    WebVTT after 300 to 800 ms, or what is wrong with the episode
//   POST /release       lets go what the show holds back
import { createServer } from 'node:http'

const kinds = {
  // One episode has lost its transcript, and the server of another one is ill.
  lively: { episodes: 5, wrong: { 2: 404, 3: 503 } },
  // Its transcripts are held back until released.
  slow: { episodes: 2, holds: 'transcripts' },
  // Its feed is held back until released.
  late: { episodes: 3, holds: 'feed' },
  // One episode each, for the story of a single one: all is well; held back; its transcript is lost; its server is ill.
  plain: { episodes: 1 },
  batch: { episodes: 1 },
  held: { episodes: 1, holds: 'transcripts' },
  lost: { episodes: 1, wrong: { 1: 404 } },
  ill: { episodes: 1, wrong: { 1: 503 } },
}

const books = ['The Quiet Harbour', 'Salt and Iron', 'Rivers of the North', 'A Lamp for Winter', 'The Glass Orchard']
const filler = [
  'And that went on for a while.',
  'We talked about the weather instead.',
  'Nobody in the room said anything.',
  'It took us most of the afternoon.',
]

// Enough is said for several parts to read.
function transcript(show, n) {
  const said = [
    `Welcome back to ${show}, this is episode number ${n}.`,
    `Last winter I read a book called ${books[n % books.length]}.`,
    'We met in Lisbon and took the train to Paris.',
    'She works at Microsoft and he used to work at Google.',
  ]
  const clock = seconds => new Date(seconds * 1000).toISOString().slice(11, 23)
  const cue = i => `\n${clock(i * 5)} --> ${clock(i * 5 + 4)}\n${said[i] ?? filler[i % filler.length]}\n`
  return `WEBVTT\n${Array.from({ length: 240 }, (_, i) => cue(i)).join('')}`
}

function feed(show, origin, episodes) {
  const items = Array.from({ length: episodes }, (_, i) => episodes - i).map(
    n => `
<item><title>${show}, part ${n}</title><guid isPermaLink="false">${show}-${n}</guid><pubDate>${new Date(Date.UTC(2026, 0, n, 6)).toUTCString()}</pubDate>
<enclosure url="${origin}/audio/${n}.mp3" length="1000" type="audio/mpeg"/>
<podcast:transcript url="${origin}/transcripts/${n}" type="text/vtt" language="en"/></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>${show}</title><description>Made for a test.</description><language>en</language>${items.join('')}
</channel></rss>`
}

function serve(show, kind) {
  let release = () => {}
  const released = new Promise(resolve => {
    release = resolve
  })
  const server = createServer(async (request, response) => {
    const answer = (status, type = 'text/plain', body = '') =>
      response.writeHead(status, { 'Content-Type': type }).end(body)
    const [, what, n] = request.url.split('/')
    if (request.method === 'POST' && what === 'release') {
      release()
      return answer(204)
    }
    if (what === 'feed.xml') {
      if (kind.holds === 'feed') await released
      return answer(200, 'application/rss+xml; charset=utf-8', feed(show, origin(server), kind.episodes))
    }
    if (what !== 'transcripts' || !(n >= 1 && n <= kind.episodes)) return answer(404)
    if (kind.holds === 'transcripts') await released
    await new Promise(resolve => setTimeout(resolve, 300 + ((Number(n) * 230) % 500)))
    const wrong = kind.wrong?.[n]
    return wrong ? answer(wrong) : answer(200, 'text/vtt; charset=utf-8', transcript(show, Number(n)))
  })
  return server
}

const origin = server => `http://${server.address().address}:${server.address().port}`

const origins = {}
let host = 2 // 127.0.0.1 is the demo library's
for (const project of ['desktop', 'phone']) {
  for (const [name, kind] of Object.entries(kinds)) {
    const server = serve(`The ${name} ${project} show`, kind)
    await new Promise(resolve => server.listen(0, `127.0.0.${host++}`, resolve))
    origins[`${project} ${name}`] = origin(server)
  }
}
console.log(JSON.stringify(origins))
