import { useState } from 'react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox'

/** A search whose value others change too, as the address does. */
function Shown({ start = '', onSearch = () => undefined }: { start?: string; onSearch?: (text: string) => void }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <SearchBox
        label="Search"
        value={value}
        onSearch={text => {
          onSearch(text)
          setValue(text)
        }}
      />
      <button onClick={() => setValue('')}>Clear</button>
      <button onClick={() => setValue('dune')}>Back</button>
      <output>{value}</output>
    </>
  )
}
const field = () => screen.getByRole('searchbox')

test('a search that was taken away and comes back stays', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  render(<Shown onSearch={onSearch} />)
  await userEvent.type(field(), 'dune')
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('dune'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(field()).toHaveValue('dune')
  expect(onSearch.mock.calls).toEqual([['dune']])
})
test('too many words are told at the field and not searched for', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  render(<Shown onSearch={onSearch} start="😀" />)
  await userEvent.click(field())
  await userEvent.paste('😀'.repeat(200))
  expect(field()).toHaveValue('😀'.repeat(201))
  expect(field()).toHaveAccessibleDescription('Please use at most 200 characters.')
  await userEvent.clear(field())
  await userEvent.paste('😀'.repeat(200))
  expect(field()).not.toHaveAttribute('aria-invalid')
  await vi.waitFor(() => expect(onSearch).toHaveBeenCalledOnce())
  expect(Array.from(onSearch.mock.calls[0]![0])).toHaveLength(200)
})
