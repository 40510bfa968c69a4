import { useState } from 'react'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderWith } from '@/testing/render'
import { Tabs } from './Tabs'

function Sample() {
  const [value, setValue] = useState('book')
  return (
    <Tabs
      label="Types"
      value={value}
      onChange={setValue}
      tabs={[
        { id: 'book', label: 'Books', count: 1200 },
        { id: 'product', label: 'Products' },
        { id: 'person', label: 'People' },
      ]}
    >
      <p>panel of {value}</p>
    </Tabs>
  )
}
const selected = () => screen.getByRole('tab', { selected: true })

test('arrows, Home and End choose and go around', async () => {
  const user = userEvent.setup()
  renderWith(<Sample />)
  await user.tab()
  expect(selected()).toHaveFocus()
  expect(selected()).toHaveTextContent('Books1,200')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toHaveTextContent('Products')
  expect(selected()).toHaveFocus()
  await user.keyboard('{End}')
  expect(selected()).toHaveTextContent('People')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toHaveTextContent('Books')
  await user.keyboard('{ArrowLeft}')
  expect(selected()).toHaveTextContent('People')
  await user.keyboard('{Home}')
  expect(screen.getByText('panel of book')).toBeVisible()
})
test('the tabulator goes from the chosen tab into its panel', async () => {
  const user = userEvent.setup()
  renderWith(<Sample />)
  await user.click(screen.getByRole('tab', { name: 'People' }))
  const panel = screen.getByRole('tabpanel', { name: 'People' })
  expect(selected()).toHaveAttribute('aria-controls', panel.id)
  await user.tab()
  expect(panel).toHaveFocus()
})
