import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWith } from '@/testing/render'
import { Toasts } from './Toast'
import {
  currentToast,
  dismissToast,
  removalMs,
  showKeptToast,
  toast,
  toastBeforeLeaving,
  toastError,
  toastMs,
  toastOnNextPage,
} from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
  renderWith(
    <>
      <button>outside</button>
      <Toasts />
    </>,
  )
})
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const say = (...words: Parameters<typeof toast>) => act(() => toast(...words))
const region = () => screen.getByRole('list')

test('only the newest notification is visible', () => {
  say('First')
  say('Second', 'with a text')
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeVisible()
  expect(screen.getByText('with a text')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
test('it is shown for five seconds', () => {
  say('Saved')
  pass(toastMs - 1)
  expect(screen.getByText('Saved')).toBeVisible()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
  expect(toastMs).toBe(5000)
})
test('a new one has its own five seconds', () => {
  say('First')
  pass(4000)
  say('Second')
  pass(4000)
  expect(screen.getByText('Second')).toBeVisible()
})
test('a dismissed notification is removed after 1,000,000 ms', () => {
  say('Saved')
  act(() => dismissToast(currentToast()!.id))
  expect(screen.queryByText('Saved')).toBeNull()
  pass(removalMs - 1)
  expect(currentToast()).toMatchObject({ title: 'Saved', open: false })
  pass(1)
  expect(currentToast()).toBeUndefined()
  expect(removalMs).toBe(1_000_000)
})
test('the removal of an old one leaves a new one alone', () => {
  say('Old')
  act(() => dismissToast(currentToast()!.id))
  pass(removalMs - 1000)
  say('New')
  pass(2000)
  expect(screen.getByText('New')).toBeVisible()
})
test('it stays while it is pointed at', () => {
  say('Read me')
  fireEvent.mouseEnter(region())
  pass(60_000)
  expect(screen.getByText('Read me')).toBeVisible()
  fireEvent.mouseLeave(region())
  pass(toastMs)
  expect(screen.queryByText('Read me')).toBeNull()
})
test('F8 goes to the region, Escape closes and goes back', () => {
  const outside = screen.getByText('outside')
  outside.focus()
  say('Look here')
  fireEvent.keyDown(document, { key: 'F8' })
  expect(region()).toHaveFocus()
  pass(60_000)
  expect(screen.getByText('Look here')).toBeVisible()
  fireEvent.keyDown(region(), { key: 'Escape' })
  expect(screen.queryByText('Look here')).toBeNull()
  expect(outside).toHaveFocus()
})
test.each([
  [49, true],
  [50, false],
  [-80, true],
])('pulled by %d px to the right it stays: %s', (px, stays) => {
  say('Pull me')
  const item = screen.getByRole('listitem')
  item.setPointerCapture = () => undefined
  fireEvent.pointerDown(item, { clientX: 100, pointerId: 1 })
  fireEvent.pointerMove(item, { clientX: 100 + px, pointerId: 1 })
  fireEvent.pointerUp(item, { clientX: 100 + px, pointerId: 1 })
  expect(screen.queryByText('Pull me') !== null).toBe(stays)
})
test('the close button dismisses', () => {
  act(() => toastError('Error', 'Please enter a YouTube URL'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Error')).toBeNull()
})
test('one that is kept for the next page is shown there once', () => {
  toast('Now')
  toastOnNextPage('Signed Out', 'See you')
  expect(currentToast()).toMatchObject({ title: 'Now' })
  showKeptToast()
  expect(currentToast()).toMatchObject({ title: 'Signed Out', text: 'See you', open: true })
  toast('Later')
  showKeptToast()
  expect(currentToast()).toMatchObject({ title: 'Later' })
})
test.each(['{', '"words"', '[1,2]', 'null'])('a kept text that is not ours is left out: %s', text => {
  toast('Now')
  sessionStorage.setItem('next-toast', text)
  showKeptToast()
  expect(currentToast()).toMatchObject({ title: 'Now' })
})

test('what is said before the page is left stays the last word', () => {
  say('Saved')
  act(() => toastBeforeLeaving('Unauthorized', 'You are logged out. Logging in again...', 500))
  act(() => toastError('Error', 'Please sign in first.'))
  expect(screen.getByText('Unauthorized')).toBeVisible()
  expect(screen.queryByText('Please sign in first.')).toBeNull()
  pass(500) // and when nobody left, all goes on
  act(() => toastError('Error', 'The server could not be reached.'))
  expect(screen.getByText('The server could not be reached.')).toBeVisible()
})
