import { create } from '@bufbuild/protobuf'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { EntityLookupSchema } from '@/gen/mentionary/v1/quality_pb'
import { Lookups } from './Lookups'

test('a moderator reads what catalogs said and says which record it is', () => {
  const choose = vi.fn()
  render(
    <Lookups
      lookups={[
        create(EntityLookupSchema, {
          catalogue: 'wikidata',
          name: 'Wikidata',
          outcome: 'ambiguous',
          reasons: ['2 records of this type and name'],
          candidates: [
            {
              id: 'Q1761',
              name: 'Dublin',
              description: 'capital of Ireland',
              url: 'https://www.wikidata.org/wiki/Q1761',
            },
            { id: 'Q2', name: 'Dublin', description: 'city in Ohio', url: 'https://www.wikidata.org/wiki/Q2' },
          ],
        }),
      ]}
      busy={false}
      onChoose={choose}
    />,
  )
  expect(screen.getByText(/has several that it may be/)).toBeVisible()
  expect(screen.getByText('2 records of this type and name')).toBeVisible()
  fireEvent.click(screen.getAllByRole('button', { name: 'This One' })[0]!)
  expect(choose).toHaveBeenCalledExactlyOnceWith('https://www.wikidata.org/wiki/Q1761')
})
test('nothing is shown where nobody was asked', () => {
  const { container } = render(<Lookups lookups={[]} busy={false} onChoose={() => undefined} />)
  expect(container).toBeEmptyDOMElement()
})
