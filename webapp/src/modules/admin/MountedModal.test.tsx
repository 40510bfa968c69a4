import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MountedModal } from './MountedModal'

function Page() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      {asking && <MountedModal title="Really?" footer={null} onCancel={() => setAsking(false)} />}
    </>
  )
}

test('what opened a dialog has the keyboard again when it is gone', async () => {
  const user = userEvent.setup()
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Ask' })
  await user.click(opener)
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opener).toHaveFocus()
})
