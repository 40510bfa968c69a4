import { readFileSync } from 'node:fs'
import type { Plugin, Rollup } from 'vite'
import { everyPage, firstCalls, type FirstCall } from '../src/app/firstCalls.ts'
import type { Face } from '../src/lib/face.ts'
import { addressOf, drawWith, type Drawing } from './drawing.ts'

/** What a page begins with, for one of its faces. */
type Begin = {
  /** what the browser fetches beside the document: scripts, and calls with places for what they are about */
  scripts: string[]
  calls: { procedure: string; message: string }[]
  /** style sheets that stand in the document, after those of all pages */
  styles: string[]
  /** what stands in the document, by the words of the query that it has places for ("" without a query) */
  drawn: Record<string, Drawing>
  /** the same with places for what the server knows of the page's subject (src/lib/known.ts), of pages that have such places */
  known?: Drawing
}

/** What stands in for the address of all pages: what they ask, their files, and how those begin that are not drawn, while their code is loaded. */
const anyPage = '*'

const written = ([procedure, message]: FirstCall) => ({
  procedure: `/mentionary.v1.${procedure}`,
  message: JSON.stringify(message),
})

/** The server's patterns of an address of the router: '/entity/:id/:slug?' is '/entity/{id}' and '/entity/{id}/{slug}'. */
export function onServer(path: string): string[] {
  const pattern = path.replace(/:(\w+)/g, '{$1}')
  return pattern.endsWith('?') ? [pattern.replace(/\/\{\w+\}\?$/, ''), pattern.slice(0, -1)] : [pattern]
}

/** The words of the query that a page's first calls have places for. */
function wordsOf(path: string): string[] {
  const found = JSON.stringify(firstCalls[path] ?? {}).matchAll(/"\{\?(\w+)\}"/g)
  return [...new Set([...found].map(([, word]) => word!))]
}

/** The modules of the pages by their address, read from the one list of them. The administration's pages have layouts of their own. */
function modulesOf(list: string): Map<string, { out: string; in: string }> {
  const modules = new Map([['/', { out: 'Landing', in: 'Home' }]])
  for (const entry of list.matchAll(/path: '([^']+)',\s*load: \(\) => import\('@\/pages\/(\w+)'\)/g))
    if (!entry[1]!.startsWith('/admin')) modules.set(entry[1]!, { out: entry[2]!, in: entry[2]! })
  return modules
}

/**
 * Writes pages.json for the server (apiserver/spa): which files and which calls a page begins with, so that the browser fetches them
 * beside the document and not one after the other; and what it looks like until then, so that it stands there before any code ran.
 */
export function firstOfPages(list: string): Plugin {
  const modules = modulesOf(readFileSync(list, 'utf8'))
  const drawn = new Map<string, Record<Face, Record<string, Drawing>>>()
  const known = new Map<string, Drawing>()
  let rules = ''
  return {
    name: 'first-of-pages',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      await drawWith(async drawer => {
        const both = async (drawings: (face: Face) => Promise<Record<string, Drawing>>) => ({
          out: await drawings('out'),
          in: await drawings('in'),
        })
        for (const path of modules.keys()) {
          const words = wordsOf(path)
          const page = await both(async face => ({
            '': await drawer.draw(face, addressOf(path)),
            ...(words.length > 0 && { [words.join('&')]: await drawer.draw(face, addressOf(path, words)) }),
          }))
          drawn.set(path, page)
          const about = await drawer.draw('out', addressOf(path), true)
          if (about.body.includes('{=')) known.set(path, about)
        }
        drawn.set(anyPage, await both(async face => ({ '': await drawer.draw(face) })))
        rules = drawer.rules
      })
    },
    transformIndexHtml(html, { bundle }) {
      if (!bundle) return // while developing
      // What is drawn is painted without code, so its fonts come before all scripts.
      const later = html.replace(/<(script type="module"|link rel="modulepreload") /g, '<$1 fetchpriority="low" ')
      return { html: later, tags: [{ tag: 'style', children: rules, injectTo: 'head' }] }
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
      const chunkOf = (module: string) =>
        chunks.find(c => c.facadeModuleId?.replaceAll('\\', '/').endsWith(module)) ??
        this.error(`no chunk of ${module}: check build/pages-plugin.ts`)
      /** A chunk and what it imports, which comes first, as its style sheets have to. */
      const reached = (chunk: Rollup.OutputChunk, but = new Set<Rollup.OutputChunk>()) => {
        const seen = new Set(but)
        const found = new Set<Rollup.OutputChunk>()
        const walk = (next: Rollup.OutputChunk) => {
          if (seen.has(next)) return
          seen.add(next)
          for (const file of next.imports) {
            const imported = bundle[file]
            if (imported?.type === 'chunk') walk(imported)
          }
          found.add(next)
        }
        walk(chunk)
        return found
      }
      const begun = reached(chunks.find(chunk => chunk.isEntry)!) // stands in index.html
      const there = reached(chunkOf('/src/app/main.tsx'), begun)
      const cssOf = (some: Set<Rollup.OutputChunk>) => [...some].flatMap(c => [...(c.viteMetadata?.importedCss ?? [])])
      const namesOf = (some: Set<Rollup.OutputChunk>) => [...some].map(c => `/${c.fileName}`)
      const inPage = (files: Iterable<string>) =>
        [...files].map(file => {
          const asset = bundle[file]
          if (asset?.type !== 'asset' || String(asset.source).includes('</'))
            this.error(`${file} cannot stand in a page`)
          return `/${file}`
        })
      const filesOf = (page: string) => {
        const own = reached(chunkOf(`/src/pages/${page}.tsx`), new Set([...begun, ...there]))
        const styles = new Set(cssOf(own))
        for (const file of cssOf(there)) styles.delete(file)
        return { scripts: namesOf(own), styles: inPage(styles) }
      }
      const unknown = Object.keys(firstCalls).filter(path => !modules.has(path))
      if (unknown.length > 0) this.error(`first calls of no page: ${unknown.join(', ')}`)
      const pages: Record<string, Record<Face, Partial<Begin>>> = {}
      for (const [path, module] of modules) {
        const { all = [], ...further } = firstCalls[path] ?? {}
        const begin = (face: Face): Begin => ({
          ...filesOf(module[face]),
          calls: [...all, ...(further[face] ?? [])].map(written),
          drawn: drawn.get(path)![face],
        })
        const about = known.get(path)
        const out = { ...begin('out'), ...(about && { known: about }) }
        for (const pattern of onServer(path)) pages[pattern] = { out, in: begin('in') }
      }
      const plain = drawn.get(anyPage)!
      const calls = [written(everyPage)]
      const files = { scripts: namesOf(there), styles: inPage(new Set(cssOf(there))) }
      pages[anyPage] = { out: { ...files, calls, drawn: plain.out }, in: { ...files, calls, drawn: plain.in } }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    },
  }
}
