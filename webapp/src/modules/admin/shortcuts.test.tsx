import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from './shortcuts'

function Page({ next, off = false }: { next: () => void; off?: boolean }) {
  const help = useShortcuts([{ key: 'j', does: 'Next', act: next, off }])
  return (
    <>
      {help}
      <input aria-label="Search" />
    </>
  )
}

test('a key acts, but not while somebody types, with Ctrl, or when it is off', async () => {
  const next = vi.fn()
  const user = userEvent.setup()
  const { rerender } = render(<Page next={next} />)
  await user.keyboard('j')
  expect(next).toHaveBeenCalledTimes(1)
  await user.keyboard('{Control>}j{/Control}')
  await user.type(screen.getByLabelText('Search'), 'j')
  await user.click(document.body)
  rerender(<Page next={next} off />)
  await user.keyboard('j')
  expect(next).toHaveBeenCalledTimes(1)
})

test('"?" lists the keys, and while the list is open they do nothing', async () => {
  const next = vi.fn()
  const user = userEvent.setup()
  render(<Page next={next} />)
  await user.keyboard('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard' })
  expect(list).toHaveTextContent('Next')
  await user.keyboard('j')
  expect(next).not.toHaveBeenCalled()
})
