import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bookmarklet } from './bookmarklet'

// Runs the bookmark as a browser does, on a page at an address, and returns where it leads.
function pressed(program: string, at: string): string {
  const location = { href: at }
  runInNewContext(decodeURIComponent(program.replace(/^javascript:/, '')), { location })
  return location.href
}

test.each([
  'https://www.youtube.com/watch?v=UF8uR6Z6KLc&list=PL1#t=3',
  'https://example.org/süß?a=%22b%22&input=x',
  'https://example.org/%25/"\'</script>',
])('leads from %s to the form with that address in it', at => {
  const led = new URL(pressed(bookmarklet('https://mentionary.example:8080'), at))
  expect(led.origin + led.pathname).toBe('https://mentionary.example:8080/')
  expect([...led.searchParams.keys()]).toEqual(['input'])
  expect(led.searchParams.get('input')).toBe(at)
})

test('has no character that bookmarks change', () => {
  expect(bookmarklet('http://localhost:8080')).toMatch(/^javascript:[!-~]+$/)
  expect(bookmarklet('http://localhost:8080')).not.toMatch(/["<>\s]/)
})
