import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The files that every page needs: Latin letters, serif and sans. */
const needed = [/newsreader-latin-wght-normal/, /source-sans-3-latin-wght-normal/]

/**
 * Makes fonts that never move a page: they are fetched beside the code, and one that is late all the same is left out until
 * the next page is opened, instead of taking the place of another under the reader's eyes.
 */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable\/.*\.css$/ },
      handler(code) {
        if (!code.includes('font-display: swap'))
          this.error('the style sheets of @fontsource-variable have changed: check build/fonts-plugin.ts')
        return { code: code.replaceAll('font-display: swap', 'font-display: optional'), map: null }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return // while developing
        const files = Object.keys(bundle)
        return needed.map((name): HtmlTagDescriptor => {
          const file = files.find(f => name.test(f))
          if (!file) throw new Error(`no font ${name.source} in the build`)
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend',
          }
        })
      },
    },
  }
}
