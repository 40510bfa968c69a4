import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoutes } from '@/testing/render'
import { pages } from './pages'
import { routes } from './routes'

/** A pattern of the router as the server writes it: '/entity/:id/:slug?' → '/entity/{id}' and '/entity/{id}/{slug}'. */
function onServer(path: string): string[] {
  const pattern = path.replace(/:(\w+)/g, '{$1}')
  return pattern.endsWith('?') ? [pattern.replace(/\/\{\w+\}\?$/, ''), pattern.slice(0, -1)] : [pattern]
}

// The server tells crawlers which addresses exist, so both must know the same ones. It has those of the administration already.
test('the pages and the server know the same addresses', () => {
  const listed = Array.from(
    readFileSync('../apiserver/spa/pages.go', 'utf8').matchAll(/"(\/[^"]*)"/g),
    found => found[1]!,
  )
  const known = ['/', ...pages.flatMap(page => onServer(page.path))]
  expect(known.filter(path => !listed.includes(path))).toEqual([])
  expect(listed.filter(path => !known.includes(path) && !path.startsWith('/admin') && path !== '/design')).toEqual([])
})

test.each(['/about/', '/About', '/books/', '/Books', '/episode/5/', '/jobs/', '/no/such/page'])(
  '%s is no page, as the server says',
  async address => {
    renderRoutes(routes, { at: address })
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  },
)
test('/about is one', async () => {
  renderRoutes(routes, { at: '/about' })
  expect(await screen.findByRole('heading', { name: 'Hours of audio become lists of mentions' })).toBeVisible()
})
