// Prints what a visit of each route costs a reader: how much of the page moves (CLS), when its largest piece is there (LCP), how long the
// first press takes (INP), what is loaded, in how many requests, and what is asked twice. Cold cache, CPU four times slower, no slow network.
//
//   node webapp/e2e/speed.mjs http://localhost:8080 [visits of each, 3] [path...]
//
// Needs a program that runs with the demo library and its development sign-in. Ends with 1 when something moves more than it may.
import { chromium } from '@playwright/test'

const [base = 'http://localhost:8080', visits = '3', ...only] = process.argv.slice(2)
const most = 0.01
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

const first = async (path, pick) => pick(await (await fetch(base + path)).json())
const signedIn = await enter()
const routes = only.length > 0 ? only : await all()

async function all() {
  const {
    videoId: episode,
    channel: { channelId: channel },
  } = await first('/api/episodes?limit=1', list => list[0])
  const entity = await first('/api/entities?type=book&limit=1', list => list[0].id)
  return [
    '/',
    '/books',
    `/entity/${entity}`,
    `/episode/${episode}`,
    `/channel/${channel}`,
    '/search?q=work',
    '/profile',
    '/jobs',
  ]
}

/** The cookies of somebody of the development sign-in. */
async function enter() {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/api/login`)
  await page.getByRole('button', { name: 'Noor Castellane' }).click()
  await page.waitForURL(`${base}/**`)
  const state = await context.storageState()
  await context.close()
  return state
}

/** One visit with an empty cache. */
async function visit(path, viewport) {
  const own = /^\/(profile|jobs)/.test(path)
  const context = await browser.newContext({ viewport, ...(own && { storageState: signedIn }) })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.enable')
  let bytes = 0
  const asked = []
  devtools.on('Network.loadingFinished', event => (bytes += event.encodedDataLength))
  devtools.on('Network.requestWillBeSent', ({ request }) =>
    asked.push(`${request.method} ${request.url} ${request.postData ?? ''}`),
  )
  await page.addInitScript(() => {
    const seen = (globalThis.seen = { lcp: 0, cls: 0, inp: 0, moved: [] })
    const watch = (type, each, more) =>
      new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
    watch('largest-contentful-paint', entry => (seen.lcp = entry.startTime))
    watch('layout-shift', entry => {
      if (entry.hadRecentInput) return
      seen.cls += entry.value
      for (const { node } of entry.sources) seen.moved.push(node?.className || node?.nodeName)
    })
    watch('event', entry => entry.interactionId && (seen.inp = Math.max(seen.inp, entry.duration)), {
      durationThreshold: 16,
    })
  })
  await page.goto(base + path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined) // a live stream never ends
  await page.waitForTimeout(1_500)
  const still = await page.evaluate(() => ({ ...globalThis.seen }))
  const theme = page.getByRole('button', { name: /theme|dark|light/i }).first()
  if (await theme.isVisible().catch(() => false)) await theme.click()
  await page.waitForTimeout(500)
  const { inp } = await page.evaluate(() => globalThis.seen)
  await context.close()
  const twice = asked.filter((one, i) => asked.indexOf(one) !== i)
  return { ...still, inp, bytes, requests: asked.length, twice }
}

const median = (list, of) => list.map(of).sort((a, b) => a - b)[Math.floor(list.length / 2)]
let good = true
console.log('route                          width    CLS  LCP ms  INP ms     kB  requests')
for (const path of routes)
  for (const viewport of widths) {
    const seen = []
    for (let i = 0; i < Number(visits); i++) seen.push(await visit(path, viewport))
    const cls = Math.max(...seen.map(one => one.cls))
    good &&= cls <= most
    const cells = [
      path.padEnd(30),
      String(viewport.width).padStart(5),
      cls.toFixed(3).padStart(6),
      median(seen, one => one.lcp)
        .toFixed(0)
        .padStart(7),
      median(seen, one => one.inp)
        .toFixed(0)
        .padStart(7),
      (median(seen, one => one.bytes) / 1000).toFixed(0).padStart(6),
      String(median(seen, one => one.requests)).padStart(9),
    ]
    console.log(cells.join(' '))
    if (cls > most) console.log(`  moved: ${[...new Set(seen.flatMap(one => one.moved))].join(', ')}`)
    for (const url of new Set(seen.flatMap(one => one.twice)))
      console.log(`  asked twice: ${url.replace(base, '').slice(0, 160)}`)
  }
await browser.close()
process.exit(good ? 0 : 1)
