import { readFileSync } from 'node:fs'
import type { Plugin, Rollup } from 'vite'
import { everyPage, firstCalls, type FirstCall } from '../src/app/firstCalls.ts'

/** What the browser fetches beside the document: scripts, style sheets, and calls with places for what they are about. */
type Face = { scripts: string[]; styles: string[]; calls: { procedure: string; message: string }[] }

const written = ([procedure, message]: FirstCall) => ({
  procedure: `/mentionary.v1.${procedure}`,
  message: JSON.stringify(message),
})

/** The server's patterns of an address of the router: '/entity/:id/:slug?' is '/entity/{id}' and '/entity/{id}/{slug}'. */
export function onServer(path: string): string[] {
  const pattern = path.replace(/:(\w+)/g, '{$1}')
  return pattern.endsWith('?') ? [pattern.replace(/\/\{\w+\}\?$/, ''), pattern.slice(0, -1)] : [pattern]
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
 * beside the document and not one after the other.
 */
export function firstOfPages(list: string): Plugin {
  return {
    name: 'first-of-pages',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml(_, { bundle }) {
      if (!bundle) return // while developing
      const { procedure, message } = written(everyPage)
      const href = `${procedure}?connect=v1&encoding=json&message=${encodeURIComponent(message)}`
      return [
        { tag: 'link', attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href }, injectTo: 'head-prepend' },
      ]
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
      const entry = chunks.find(chunk => chunk.isEntry)!
      const reached = (chunk: Rollup.OutputChunk, but = new Set<Rollup.OutputChunk>()) => {
        const found = new Set<Rollup.OutputChunk>()
        const walk = (next: Rollup.OutputChunk) => {
          if (found.has(next) || but.has(next)) return
          found.add(next)
          for (const file of next.imports) {
            const imported = bundle[file]
            if (imported?.type === 'chunk') walk(imported)
          }
        }
        walk(chunk)
        return found
      }
      const there = reached(entry)
      const cssOf = (some: Set<Rollup.OutputChunk>) => [...some].flatMap(c => [...(c.viteMetadata?.importedCss ?? [])])
      const filesOf = (page: string) => {
        const chunk = chunks.find(c => c.facadeModuleId?.replaceAll('\\', '/').endsWith(`/src/pages/${page}.tsx`))
        if (!chunk) return this.error(`no chunk of the page ${page}: check build/pages-plugin.ts`)
        const own = reached(chunk, there)
        const styles = new Set(cssOf(own))
        for (const file of cssOf(there)) styles.delete(file)
        return { scripts: [...own].map(c => `/${c.fileName}`), styles: [...styles].map(file => `/${file}`) }
      }
      const modules = modulesOf(readFileSync(list, 'utf8'))
      const unknown = Object.keys(firstCalls).filter(path => !modules.has(path))
      if (unknown.length > 0) this.error(`first calls of no page: ${unknown.join(', ')}`)
      const pages: Record<string, { out: Face; in: Face }> = {}
      for (const [path, module] of modules) {
        const { all = [], ...further } = firstCalls[path] ?? {}
        const face = (who: 'out' | 'in'): Face => ({
          ...filesOf(module[who]),
          calls: [...all, ...(further[who] ?? [])].map(written),
        })
        for (const pattern of onServer(path)) pages[pattern] = { out: face('out'), in: face('in') }
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    },
  }
}
