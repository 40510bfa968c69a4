import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

type Budget = {
  /** Most bytes of JS and CSS together, gzip, that the first public route may load. */
  limit: number
  /** Module ids the first route must never load. */
  heavy: RegExp
  /** Lazy modules that belong to the first route (end of their path), beside the entry. */
  also: string[]
}

/**
 * Measures the first public route: the entry, the named lazy pages, and everything they import statically.
 * Chunk names do not tell what is inside them, so what is heavy is decided by module ids.
 */
export function firstRoute({ limit, heavy, also }: Budget): Plugin {
  return {
    name: 'first-route',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const gz = (text: string | Uint8Array) => gzipSync(text, { level: 9 }).length
      const chunks = new Set<string>()
      const styles = new Set<string>()
      const walk = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || chunks.has(file)) return
        chunks.add(file)
        for (const css of chunk.viteMetadata?.importedCss ?? []) styles.add(css)
        chunk.imports.forEach(walk)
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const facade = chunk.facadeModuleId?.replaceAll('\\', '/') ?? ''
        if (chunk.isEntry || also.some(page => facade.endsWith(page))) walk(chunk.fileName)
      }
      let js = 0
      for (const file of chunks) {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk') continue
        js += gz(chunk.code)
        const bad = chunk.moduleIds.find(id => heavy.test(id.replaceAll('\\', '/')))
        if (bad) this.error(`the first route loads ${bad}`)
      }
      let css = 0
      for (const file of styles) {
        const asset = bundle[file]
        if (asset?.type === 'asset') css += gz(asset.source)
      }
      const said = `first route: ${kB(js)} JS + ${kB(css)} CSS gzip`
      if (js + css > limit) this.error(`${said}, limit ${kB(limit)}`)
      this.info(said)
    },
  }
}
