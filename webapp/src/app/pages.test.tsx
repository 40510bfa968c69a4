import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onServer } from '../../build/pages-plugin'
import { renderRoutes } from '@/testing/render'
import { pages } from './pages'
import { routes } from './routes'

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
