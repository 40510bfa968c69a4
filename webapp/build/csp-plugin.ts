import type { Plugin } from 'vite'

type Edit = [find: string, put: string, times: number]

// antd writes <style> text through innerHTML, which Trusted Types forbids, and some of its callers pass no nonce.
// These are the only places; an update of antd that moves or changes one of them fails the build.
const targets: { file: string; edits: Edit[] }[] = [
  {
    file: '@rc-component/util/es/Dom/dynamicCSS.js',
    edits: [
      ['.innerHTML', '.textContent', 3],
      ["document.createElement('style')", 'styleWithNonce()', 1],
    ],
  },
  {
    file: '@ant-design/icons/es/cssUtils.js',
    edits: [
      ['.innerHTML', '.textContent', 3],
      ["document.createElement('style')", 'styleWithNonce()', 1],
    ],
  },
  { file: '@ant-design/cssinjs/es/util/index.js', edits: [['.innerHTML', '.textContent', 1]] },
]

const helper = `
function styleWithNonce() {
  const s = document.createElement('style');
  const n = document.querySelector('meta[property="csp-nonce"]')?.nonce;
  if (n) s.nonce = n;
  return s;
}`

/** Makes antd work under the content policy: text instead of HTML, and the page's nonce on every style element. */
export function antdCsp(): Plugin {
  const seen = new Set<string>()
  let antdUsed = false
  return {
    name: 'antd-csp',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /node_modules\/antd\/|(dynamicCSS|cssUtils|cssinjs\/es\/util\/index)\.js$/ },
      handler(code, id) {
        antdUsed = true
        const target = targets.find(t => id.replaceAll('\\', '/').endsWith(t.file))
        if (!target) return
        for (const [find, put, times] of target.edits) {
          const found = code.split(find).length - 1
          if (found !== times) this.error(`${target.file}: expected ${times} of ${find}, found ${found}`)
          code = code.replaceAll(find, put)
        }
        seen.add(target.file)
        return { code: code.includes('styleWithNonce') ? code + helper : code, map: null }
      },
    },
    buildEnd(failure) {
      if (failure || !antdUsed) return
      for (const t of targets)
        if (!seen.has(t.file)) this.error(`${t.file} is no longer part of the build: check build/csp-plugin.ts`)
    },
  }
}
