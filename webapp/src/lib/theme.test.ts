import { expect, test } from 'vitest'
import { setTheme } from './theme'

const nextFrame = () => new Promise(requestAnimationFrame)

test('nothing fades while the theme changes, and things fade again afterward', async () => {
  const { dataset } = document.documentElement
  setTheme('dark')
  expect(dataset).toMatchObject({ theme: 'dark', switching: '' })
  await nextFrame()
  expect(dataset).toHaveProperty('switching')
  await nextFrame()
  expect(dataset).not.toHaveProperty('switching')
})
