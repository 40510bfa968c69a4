import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setTheme, useChosenTheme, useTheme } from './theme'

const nextFrame = () => new Promise(requestAnimationFrame)
const root = document.documentElement

test('nothing fades while the theme changes, and things fade again afterward', async () => {
  setTheme('dark')
  await nextFrame()
  await new Promise(painted => setTimeout(painted))
  expect(root.dataset['theme']).toBe('dark')
  expect(root.hasAttribute('data-switching')).toBe(true)
  await nextFrame()
  await nextFrame()
  expect(root.hasAttribute('data-switching')).toBe(false)
})
test('the switch answers before the page is drawn anew, and of two choices the last one counts', async () => {
  root.dataset['theme'] = 'light'
  const { result } = renderHook(() => [useChosenTheme(), useTheme()])
  expect(result.current).toEqual(['light', 'light'])
  setTheme('dark')
  await waitFor(() => expect(result.current).toEqual(['dark', 'light']))
  setTheme('light')
  setTheme('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await waitFor(() => expect(result.current).toEqual(['dark', 'dark']))
  expect(root.dataset['theme']).toBe('dark')
})
