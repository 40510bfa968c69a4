import { expect, test } from 'vitest'
import { setTheme } from './theme'

const nextFrame = () => new Promise(requestAnimationFrame)

test('nothing fades while the theme changes, and things fade again afterward', async () => {
  const root = document.documentElement
  setTheme('dark')
  expect(root.dataset['theme']).toBe('dark')
  await nextFrame()
  expect(root.hasAttribute('data-switching')).toBe(true)
  await nextFrame()
  expect(root.hasAttribute('data-switching')).toBe(false)
})
