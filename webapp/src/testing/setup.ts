import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

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
