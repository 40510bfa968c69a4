import { create } from '@bufbuild/protobuf'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { EntityEditionSchema } from '@/gen/mentionary/v1/quality_pb'
import { EditionActions } from './EditionActions'

const edition = (work: string, decision: string) =>
  create(EntityEditionSchema, {
    catalogue: 'wikidata',
    name: 'Wikidata',
    work,
    url: `https://www.wikidata.org/wiki/${work}`,
    title: 'Schnelles Denken',
    language: 'de',
    reasons: ['Wikidata has “Schnelles Denken” as a title of it'],
    decision,
    others: [{ id: 3, type: 'book', name: 'Thinking, Fast and Slow' }],
  })

test('a moderator reads why it is an edition and takes that back, or takes that back again', () => {
  const decide = vi.fn()
  const editions = [edition('Q1', 'none'), edition('Q2', 'removed')]
  render(<EditionActions editions={editions} onDecide={decide} />, { wrapper: MemoryRouter })
  expect(screen.getAllByText(/German · Wikidata has/)).toHaveLength(2)
  expect(screen.getAllByText('Thinking, Fast and Slow')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Not an Edition' }))
  expect(decide).toHaveBeenLastCalledWith(editions[0], 'remove')
  expect(screen.getByText('Removed')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Keep Again' }))
  expect(decide).toHaveBeenLastCalledWith(editions[1], 'keep')
})
test('nothing is shown of what is no edition', () => {
  const { container } = render(<EditionActions editions={[]} onDecide={() => undefined} />)
  expect(container).toBeEmptyDOMElement()
})
