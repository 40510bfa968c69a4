import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import hooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import ts from 'typescript-eslint'

// lib <- ui <- modules <- pages <- app. Inside src only '@/…' or './…' is written, so that a path tells its layer.
const layers = ['lib', 'ui', 'modules', 'pages', 'app']
const ban = (regex, message) => ({ regex, message })
const up = ban('^\\.\\./', "write '@/…' instead of '../'")
const gen = ban('^@/gen/', 'only pages, modules and testing read generated types')
const heavy = ban('^(antd|@ant-design/.*|recharts)(/|$)', 'only lazy routes load antd and charts')
const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })

// Flat config replaces a rule's options and never merges them: one list, spread where it applies.
const sinks = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'text is rendered as text' },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'no HTML sinks',
  },
  {
    selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']",
    message: 'blocked by the content policy: use element.style',
  },
  {
    selector: "JSXAttribute[name.name='autoSize']",
    message: 'writes a style attribute (content policy) and fails axe: use field-sizing: content',
  },
  {
    selector: "ImportDeclaration[source.value='antd'] ImportSpecifier[imported.name='Watermark']",
    message: 'writes a style attribute (content policy)',
  },
]

export default defineConfig(
  { ignores: ['dist', 'public', 'src/gen', 'test-results', 'shots'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'max-len': ['error', { code: 160 }], // Prettier lays out; this holds what it cannot break: long strings and comments
    },
  },
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: {
          allowDefaultProject: ['eslint.config.js', 'e2e/feed-server.mjs', 'e2e/speed.mjs', 'e2e/summary.mjs'],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ...hooks.configs.flat['recommended-latest'] },
  ...layers.map((layer, i) => ({
    files: [`src/${layer}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.*', 'src/pages/parts/**'],
    rules: imports(
      up,
      ...(i + 1 < layers.length
        ? [ban(`^@/(${layers.slice(i + 1).join('|')})(/|$)`, `${layer} must not import what stands above it`)]
        : []),
      ...(layer === 'pages'
        ? [
            ban(
              '^(@/pages/|\\./(?!parts/|[^/]+\\.css$))',
              'pages never import pages; what two pages share lives in modules, what one page is made of in parts/<page>',
            ),
          ]
        : []),
      ...(['lib', 'ui', 'app'].includes(layer) ? [gen] : []),
      ...(layer === 'app' || layer === 'lib' ? [heavy] : []),
    ),
  })),
  {
    files: ['src/pages/parts/**/*.{ts,tsx}'],
    rules: imports(up, ban('^@/(app|pages)(/|$)', 'parts belong to one page and stand below it')),
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...sinks] } },
  {
    files: ['src/{lib,ui,modules,pages}/**'],
    ignores: ['**/*.test.*', '**/*.lazy.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...sinks,
        { selector: 'ImportExpression', message: 'lazy routes are named in app, parts behind a press in *.lazy.ts' },
      ],
    },
  },
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['**/*.{js,mjs}'], ...ts.configs.disableTypeChecked, languageOptions: { globals: globals.node } },
)
