import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderWith } from '@/testing/render'
import { Menu } from './Menu'

function open() {
  const onSelect = vi.fn()
  const view = renderWith(
    <>
      <Menu
        label="Account"
        trigger="A"
        items={[
          { kind: 'page', label: 'My Favorites', to: '/profile' },
          { kind: 'action', label: 'Share', onSelect },
          { kind: 'separator' },
          { kind: 'navigation', label: 'Sign Out', href: '/api/logout' },
        ]}
      />
      <button>outside</button>
    </>,
  )
  return {
    onSelect,
    button: screen.getByRole('button', { name: 'Account' }),
    router: view.router,
    user: userEvent.setup(),
  }
}
const item = (name: string) => screen.getByRole('menuitem', { name })

test('it opens on its first entry and arrows go around', async () => {
  const { button, user } = open()
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(item('My Favorites')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(item('Sign Out')).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(item('Share')).toHaveFocus()
  await user.keyboard('{End}')
  expect(item('Sign Out')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(item('My Favorites')).toHaveFocus()
})
test('ArrowUp on the button opens at the end', async () => {
  const { button, user } = open()
  button.focus()
  await user.keyboard('{ArrowUp}')
  expect(item('Sign Out')).toHaveFocus()
})
test('letters find entries, again and again', async () => {
  const { button, user } = open()
  await user.click(button)
  await user.keyboard('s')
  expect(item('Share')).toHaveFocus()
  await user.keyboard('s')
  expect(item('Sign Out')).toHaveFocus()
})
test('Escape closes and goes back to the button', async () => {
  const { button, user } = open()
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
})
test('an action runs once and closes', async () => {
  const { button, user, onSelect } = open()
  await user.click(button)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})
test('a page entry goes there and closes', async () => {
  const { button, user, router } = open()
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/profile')
  expect(screen.queryByRole('menu')).toBeNull()
})
test('a press outside and the tabulator close', async () => {
  const { button, user } = open()
  await user.click(button)
  await user.click(screen.getByText('outside'))
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(button)
  await user.tab()
  expect(screen.queryByRole('menu')).toBeNull()
})
