import { beforeEach, expect, test, vi } from 'vitest'
import { recoverFromOutside } from './recover'

recoverFromOutside()
const missing = (chunk: string) => {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
    payload: new Error(`Unable to preload ${chunk}`),
  })
  dispatchEvent(event)
  return event
}

beforeEach(() => sessionStorage.clear())

test('a missing chunk reloads the page once', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  expect(missing('a.js').defaultPrevented).toBe(true)
  expect(missing('a.js').defaultPrevented).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})
test('without a network it does not reload: the browser would show its own page', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(missing('c.js').defaultPrevented).toBe(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  expect(missing('c.js').defaultPrevented).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})
test('without storage it does not reload at all', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
  })
  expect(missing('b.js').defaultPrevented).toBe(false)
  vi.unstubAllGlobals()
  expect(reload).not.toHaveBeenCalled()
})
test.each([
  ['chrome-extension://abc/inpage.js', true],
  ['https://example.org/app.js', false],
])('a rejection from %s is kept quiet: %s', (place, quiet) => {
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  const reason = Object.assign(new Error('wallet'), { stack: `Error: wallet\n at ${place}:1:1` })
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
  dispatchEvent(event)
  expect(event.defaultPrevented).toBe(quiet)
  expect(warn).toHaveBeenCalledTimes(quiet ? 1 : 0)
})
