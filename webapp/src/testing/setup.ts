import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Generous: a busy machine is slow, and what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 })

// Nothing leaves the machine: what would be fetched, the page of a frame for one, is empty.
type Fetches = { happyDOM: { settings: { fetch: { interceptor: unknown } } } }
const { settings } = (window as unknown as Fetches).happyDOM
settings.fetch.interceptor = { beforeAsyncRequest: () => Promise.resolve(new Response('')) }

// A test fails when anything complains on the console.
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((...words) => void complaints.push(words))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  expect(complaints).toEqual([])
})
