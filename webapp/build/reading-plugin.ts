import type { Plugin } from 'vite'

/**
 * Names the chunk that what the reading pages share goes into: everything that a lazy page imports and others do, too. By itself the
 * bundler makes a chunk of each set of pages that share something, which was fifty requests for a first visit.
 */
export function readingChunk(page: string, name: string) {
  const shared = new Set<string>()
  const plugin: Plugin = {
    name: 'reading-chunk',
    apply: 'build',
    buildEnd() {
      const walk = (id: string) => {
        for (const next of this.getModuleInfo(id)?.importedIds ?? [])
          if (!shared.has(next)) {
            shared.add(next)
            walk(next)
          }
      }
      for (const id of this.getModuleIds()) if (id.replaceAll('\\', '/').endsWith(page)) walk(id)
    },
  }
  return { plugin, group: { name, test: (id: string) => shared.has(id), minShareCount: 2 } }
}
