// Prints what a visit of each route costs a reader: how much of the page moves (CLS), when something is there (FCP) and when its largest
// piece (LCP, with its name), how long the first press (INP) and a letter in a search field take, what is loaded, in how many requests, what
// is asked twice and what was fetched ahead for nothing. Cold cache, CPU four times slower, no slow network.
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
  const sent = new Map() // what the browser had kept is not asked for
  devtools.on('Network.loadingFinished', event => (bytes += event.encodedDataLength))
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    sent.set(requestId, `${request.method} ${request.url} ${request.postData ?? ''}`),
  )
  devtools.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => response.fromDiskCache && sent.delete(requestId))
  const unused = []
  page.on('console', message => /preloaded/.test(message.text()) && unused.push(message.text()))
  await page.addInitScript(() => {
    const seen = (globalThis.seen = { fcp: 0, lcp: 0, piece: '', cls: 0, inp: 0, moved: [] })
    const watch = (type, each, more) =>
      new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
    watch('paint', entry => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime))
    watch('largest-contentful-paint', ({ startTime, element }) => {
      seen.lcp = startTime
      seen.piece = `${element?.localName}.${element?.className} “${element?.textContent?.slice(0, 30) ?? ''}”`
    })
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
  const inp = await page.evaluate(() => globalThis.seen.inp)
  const asked = [...sent.values()]
  const loaded = { bytes, requests: asked.length, twice: asked.filter((one, i) => asked.indexOf(one) !== i) }
  const field = page.getByRole('main').getByRole('searchbox').first()
  let letter = 0
  if (await field.isVisible().catch(() => false)) {
    await field.focus()
    await page.evaluate(() => (globalThis.seen.inp = 0))
    await page.keyboard.press('e')
    await page.waitForTimeout(1_500)
    letter = await page.evaluate(() => globalThis.seen.inp)
  }
  await context.close()
  return { ...still, ...loaded, inp, letter, unused }
}

const median = (list, of) => list.map(of).sort((a, b) => a - b)[Math.floor(list.length / 2)]
let good = true
console.log('route                          width    CLS  FCP ms  LCP ms  INP ms  letter     kB  requests  largest')
for (const path of routes)
  for (const viewport of widths) {
    const seen = []
    for (let i = 0; i < Number(visits); i++) seen.push(await visit(path, viewport))
    const cls = Math.max(...seen.map(one => one.cls))
    good &&= cls <= most
    const ms = of => median(seen, of).toFixed(0).padStart(7)
    const cells = [
      path.padEnd(30),
      String(viewport.width).padStart(5),
      cls.toFixed(3).padStart(6),
      ms(one => one.fcp),
      ms(one => one.lcp),
      ms(one => one.inp),
      ms(one => one.letter),
      (median(seen, one => one.bytes) / 1000).toFixed(0).padStart(6),
      String(median(seen, one => one.requests)).padStart(9),
      ` ${seen[0].piece}`,
    ]
    console.log(cells.join(' '))
    if (cls > most) console.log(`  moved: ${[...new Set(seen.flatMap(one => one.moved))].join(', ')}`)
    for (const url of new Set(seen.flatMap(one => one.twice)))
      console.log(`  asked twice: ${url.replace(base, '').slice(0, 160)}`)
    for (const text of new Set(seen.flatMap(one => one.unused))) console.log(`  for nothing: ${text.slice(0, 220)}`)
  }
await browser.close()
process.exit(good ? 0 : 1)
