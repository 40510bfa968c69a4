import type { Plugin } from 'vite'

/** The contract with the server: the library of messages, and what is generated. */
const contract = /\/node_modules\/@bufbuild\/|\/src\/gen\//

/**
 * Names the chunks that what pages share goes into: everything that one of the named lazy pages imports and others do, too. By itself
 * the bundler makes a chunk of each set of pages that share something, which was fifty requests for a first visit, and still twenty
 * while only the first page had such a chunk. A module goes into the first chunk that wants it. What all need is in two chunks, the
 * contract by itself, which are run one after the other (src/app/begin.ts).
 */
export function sharedChunks(all: string, chunks: readonly { name: string; pages: readonly string[] }[]) {
  const wanted = chunks.map(() => new Set<string>())
  // What all pages need: a chunk of some pages would take it along, and then be loaded by all.
  const base = new Set<string>()
  const plugin: Plugin = {
    name: 'shared-chunks',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const walk = (id: string, found: Set<string>) => {
        for (const next of this.getModuleInfo(id)?.importedIds ?? [])
          if (!found.has(next)) {
            found.add(next)
            walk(next, found)
          }
      }
      const entry = new Set<string>()
      for (const id of ids) if (id.replaceAll('\\', '/').endsWith(all)) walk(id, entry)
      chunks.forEach(({ pages }, i) => {
        for (const page of pages) {
          const id = ids.find(one => one.replaceAll('\\', '/').endsWith(`/src/pages/${page}.tsx`))
          if (!id) return this.error(`there is no page ${page}: check vite.config.ts`)
          walk(id, wanted[i]!)
        }
        for (const id of wanted[i]!) if (entry.has(id)) base.add(id)
      })
    },
  }
  const groups = chunks.map(({ name }, i) => ({
    name,
    test: (id: string) => wanted[i]!.has(id),
    minShareCount: 2,
    priority: chunks.length - i,
  }))
  return {
    plugin,
    groups: [
      // What loads chunks would take one of the others into the entry.
      { name: 'loader', test: /vite\/preload-helper/, priority: chunks.length + 3 },
      {
        name: 'contract',
        test: (id: string) => base.has(id) && contract.test(id.replaceAll('\\', '/')),
        priority: chunks.length + 2,
      },
      { name: 'base', test: (id: string) => base.has(id), priority: chunks.length + 1 },
      ...groups,
    ],
  }
}
