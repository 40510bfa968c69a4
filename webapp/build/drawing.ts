import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import type { Face } from '../src/lib/face.ts'

/** draw of src/app/draw.tsx. */
type Draw = (face: Face, address?: string, withKnown?: boolean) => Promise<string>

/** A page as it stands before it was answered anything: its title, and what is in it. */
export type Drawing = { title: string; body: string }

/** What stands for each part of an address while it is drawn: a number that the contract knows, and that no page may show. */
const part = '2000000001'

const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: id => (id.endsWith('.css') ? '\0no-style' : null),
  load: id => (id === '\0no-style' ? '' : null),
}

/** An address to draw for a pattern of the router, asked with words of the query that stand as places: "{?q}". */
export function addressOf(path: string, words: readonly string[] = []): string {
  const query = words.map(word => `${word}=${encodeURIComponent(`{?${word}}`)}`).join('&')
  return path.replace(/:\w+\??/g, part) + (query && `?${query}`)
}

/**
 * Draws pages. Their style attributes, which the content policy forbids in a document, become rules of a style sheet: `rules` are
 * those of all that was drawn so far.
 */
export class Drawer {
  readonly #styles = new Map<string, number>()
  readonly #draw: Draw

  constructor(drawer: Draw) {
    this.#draw = drawer
  }

  async draw(face: Face, address?: string, withKnown = false): Promise<Drawing> {
    const markup = await this.#draw(face, address, withKnown)
    const where = address ?? 'what all pages show first'
    if (markup.includes('<template')) throw new Error(`${where}: something in it was not drawn`)
    if (markup.includes(part)) throw new Error(`${where}: it shows a part of its address`)
    if (/%7B%3F/i.test(markup))
      throw new Error(`${where}: a link leads to a word of its query, which has no place there`)
    const title = /<title>([^<]*)<\/title>/.exec(markup)?.[1] ?? 'Mentionary'
    const body = markup
      .replace(/<title>[^<]*<\/title>/g, '')
      .replace(/<!--.*?-->/g, '')
      .replace(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${this.#number(style)}"`)
    return { title, body }
  }

  get rules(): string {
    return [...this.#styles].map(([style, number]) => `[data-style="${number}"]{${style}}`).join('')
  }

  #number(style: string): number {
    if (/[&{}<]/.test(style)) throw new Error(`a style that cannot become a rule: ${style}`)
    const number = this.#styles.get(style) ?? this.#styles.size
    this.#styles.set(style, number)
    return number
  }
}

const entities: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** The texts that an operator has put into index.html in place of ours (src/lib/copy.ts); "" for none. */
export function copyOf(index: string): string {
  const tag = /<meta\s[^>]*?name="mentionary-copy"\s+content=("[^"]*"|'[^']*')/.exec(index)
  return (tag?.[1]?.slice(1, -1) ?? '').replace(/&[#\w]+;/g, one => entities[one] ?? one)
}

/** Draws with the components of src, which run without a browser. Styles are not needed for it. */
export async function drawWith<T>(work: (drawer: Drawer) => Promise<T>): Promise<T> {
  const server = await createServer({
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'warn',
    plugins: [withoutStyles],
    define: { 'import.meta.env.COPY': JSON.stringify(copyOf(readFileSync('index.html', 'utf8'))) },
    resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { draw } = (await server.ssrLoadModule('/src/app/draw.tsx')) as typeof import('../src/app/draw.tsx')
    return await work(new Drawer(draw))
  } finally {
    await server.close()
  }
}
