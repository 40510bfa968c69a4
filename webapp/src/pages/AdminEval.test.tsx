import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderWith } from '@/testing/render'
import { Component } from './AdminEval'

configure({ asyncUtilTimeout: 8_000 }) // antd's pieces are slow to draw without a browser

const report = (figures: object[], more: object = {}) => JSON.stringify({ version: '1.2', figures, ...more })
const precision = (value: number) => ({
  part: 'Our episodes',
  name: 'book: precision',
  value,
  of: 22,
  unit: 'share',
  goal: '0.9',
})
const links = { part: 'Directory', name: 'links', value: 1234, unit: 'count' }
const speed = { part: 'Directory', name: 'words a second', value: 5.5, unit: 'number' }

const before = new File([report([precision(0.9), links])], 'before.json')
const after = new File([report([precision(0.95), links, speed])], 'after.json')

const choose = (...files: File[]) =>
  userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files)
const cells = async (figure: string) =>
  within((await screen.findByText(figure)).closest('tr')!)
    .getAllByRole('cell')
    .map(c => c.textContent)

test('one report is shown part by part', async () => {
  renderWith(<Component />)
  await choose(before)
  expect(await cells('book: precision')).toEqual(['book: precision', '0.900', '22', '0.9'])
  expect(await cells('links')).toEqual(['links', '1,234', '', ''])
  expect(screen.getAllByRole('heading', { level: 2 }).map(h => h.textContent)).toEqual([
    'Reports',
    'Our episodes',
    'Directory',
  ])
})
test('two reports stand side by side; they can be swapped, narrowed to what differs, and taken away', async () => {
  renderWith(<Component />)
  await choose(before, after)
  expect(await cells('book: precision')).toEqual(['book: precision', '0.900', '0.950', '+0.050', '22', '0.9'])
  expect(await cells('words a second')).toEqual(['words a second', '–', '5.50', '', '', ''])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what differs' }))
  await waitFor(() => expect(screen.queryByText('links')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Swap' }))
  expect(await cells('book: precision')).toEqual(['book: precision', '0.950', '0.900', '−0.050', '22', '0.9'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove after.json' }))
  expect(await cells('links')).toEqual(['links', '1,234', '', ''])
})
test.each([
  [new File(['nothing'], 'notes.json'), 'notes.json is not JSON. Choose a file that “mentionary eval --json” wrote.'],
  [
    new File(['{"a":1}'], 'other.json'),
    'other.json has no figures. Choose a file that “mentionary eval --json” wrote.',
  ],
  [new File(['null'], 'null.json'), 'null.json has no figures. Choose a file that “mentionary eval --json” wrote.'],
  [
    new File([report([{ part: 'Our episodes' }])], 'half.json'),
    'half.json has a figure without a part, a name or a value. It may be damaged.',
  ],
])('a bad file is told in a sentence', async (file, sentence) => {
  renderWith(<Component />)
  await choose(file)
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  await choose(before)
  expect(await cells('links')).toHaveLength(4)
  expect(screen.queryByRole('alert')).toBeNull()
})
test('three reports are one too many', async () => {
  renderWith(<Component />)
  await choose(before)
  await screen.findByText('links')
  await choose(after, before)
  expect(await screen.findByRole('alert')).toHaveTextContent('One or two reports can be looked at. Remove one first.')
})
