import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is text, and large enough that compressing it saves packets. */
const text = /\.(js|css|json|svg|txt|webmanifest)$/
const worthwhile = 1024

/**
 * Puts a form in Brotli beside each file of text: a fifth smaller than gzip, at a level that takes too long while somebody waits.
 * The server sends it to those who accept it (apiserver/spa).
 */
export function brotliFiles(): Plugin {
  let folder = 'dist'
  return {
    name: 'brotli-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!text.test(name)) continue
        const plain = readFileSync(join(folder, name))
        if (plain.length <= worthwhile) continue
        const packed = brotliCompressSync(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        })
        if (packed.length < plain.length) writeFileSync(join(folder, `${name}.br`), packed)
      }
    },
  }
}
