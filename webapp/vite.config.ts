import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli-plugin.ts'
import { firstRoute } from './build/budget-plugin.ts'
import { sharedChunks } from './build/chunks-plugin.ts'
import { antdCsp } from './build/csp-plugin.ts'
import { fonts } from './build/fonts-plugin.ts'
import { firstOfPages } from './build/pages-plugin.ts'
import { tokens } from './build/tokens-plugin.ts'

// `npm run dev` serves the pages from here and everything the server owns from a running program.
const server = process.env['MENTIONARY_SERVER'] ?? 'http://localhost:8080'

const shared = sharedChunks('/src/app/main.tsx', [
  { name: 'reading', pages: ['Landing'] },
  { name: 'lists', pages: ['Books', 'Concepts', 'Directory', 'Channels', 'Channel', 'Entity', 'Episode', 'Search'] },
])

export default defineConfig({
  plugins: [
    react(),
    shared.plugin,
    tokens(),
    fonts(),
    antdCsp(),
    firstRoute({
      limit: 200_000,
      heavy: /node_modules\/(antd|@ant-design|@rc-component|recharts)\//,
      also: ['src/app/main.tsx', 'src/pages/Landing.tsx'],
    }),
    firstOfPages('src/app/pages.ts'),
    brotliFiles(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: shared.groups } } },
  },
  server: { proxy: { '/api': server, '/mentionary.v1.': server } },
})
