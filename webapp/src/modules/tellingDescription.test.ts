import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { EntitySchema } from '@/gen/mentionary/v1/common_pb'
import { tellingDescription } from './tellingDescription'

const book = { type: 'book', name: 'Deep Work', metadata: { author: 'Cal Newport' } }
test.each([
  [{ ...book, description: 'Book by Cal Newport' }],
  [{ ...book, description: 'Deep Work, a book by Cal Newport.' }],
  [{ type: 'person', name: 'Mara Lind', metadata: { title: 'Psychologist' }, description: 'psychologist' }],
  [{ type: 'location', name: 'Ulm', metadata: { country: 'Germany' }, description: 'Place in Germany' }],
  [{ type: 'company', name: 'Braun', description: 'Company' }],
  [{ ...book, description: '' }],
  [book],
])('%j tells nothing new', entity => {
  expect(tellingDescription(create(EntitySchema, entity))).toBeUndefined()
})
test.each([
  [{ ...book, description: 'Book by Cal Newport about focus' }],
  [{ type: 'book', name: 'Deep Work', description: 'Book by Cal Newport' }],
  [{ type: 'location', name: 'Ulm', metadata: { country: 'Germany' }, description: 'City in Germany' }],
  [{ type: 'person', name: 'Mara Lind', metadata: { title: 'Psychologist' }, description: 'Psychologist at Acme' }],
  [{ type: 'location', name: '京都', metadata: { country: 'Japan' }, description: '千年の都' }],
])('%j tells more and stays', entity => {
  expect(tellingDescription(create(EntitySchema, entity))).toBe(entity.description)
})
test('what the line below the name says is not said again', () => {
  const product = {
    type: 'product',
    name: 'Quistle',
    metadata: { company: 'Acme' },
    description: 'Search engine by Acme',
  }
  expect(tellingDescription(create(EntitySchema, product))).toBe('Search engine')
})
