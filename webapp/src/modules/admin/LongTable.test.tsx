import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LongTable } from './LongTable'
import { useRows } from './useRows'

const all = Array.from({ length: 10_000 }, (_, i) => ({ id: i, name: `Row ${i}` }))
const idOf = (row: (typeof all)[number]) => row.id
const columns = [{ key: 'name', title: 'Name', width: 200, render: (row: (typeof all)[number]) => row.name }]

function List({ rows }: { rows: typeof all }) {
  const list = useRows(rows, idOf, () => undefined)
  return (
    <>
      <p>Selected: {list.selected.map(row => row.id).join()}</p>
      <button onClick={list.shortcuts.find(({ key }) => key === 'j')?.act}>Next</button>
      <LongTable list={list} columns={columns} rowHeight={50} nameOf={row => row.name} busy={false} />
    </>
  )
}

const box = (name: string) => screen.getByRole('checkbox', { name })

test('of 10,000 rows only those in view are in the document, and all are counted', () => {
  render(<List rows={all} />)
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
})

test('one row is selected, then all up to another with the shift key, then taken out in the same way', async () => {
  const user = userEvent.setup()
  render(<List rows={all.slice(0, 5)} />)
  await user.click(box('Select Row 1'))
  expect(screen.getByText('Selected: 1')).toBeVisible()
  await user.keyboard('{Shift>}')
  await user.click(box('Select Row 3'))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('Selected: 1,2,3')).toBeVisible()
  expect(box('Select all')).toBePartiallyChecked()
  await user.click(box('Select Row 2'))
  expect(screen.getByText('Selected: 1,3')).toBeVisible()
  await user.click(box('Select all'))
  expect(screen.getByText('Selected: 0,1,2,3,4')).toBeVisible()
  await user.click(box('Select all'))
  expect(screen.getByText('Selected:')).toBeVisible()
})

test('a row that is pressed is the one that keys act on; its checkbox leaves that as it is', async () => {
  const user = userEvent.setup()
  render(<List rows={all.slice(0, 5)} />)
  await user.click(screen.getByText('Row 2'))
  await user.click(box('Select Row 4'))
  const here = () => screen.getAllByRole('row').filter(row => row.hasAttribute('aria-current'))
  expect(here()).toHaveLength(1)
  within(here()[0]!).getByText('Row 2')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  within(here()[0]!).getByText('Row 3')
})
