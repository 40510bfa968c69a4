import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { AdminService, type ListAuditRequest } from '@/gen/mentionary/v1/admin_pb'
import { renderRoutes } from '@/testing/render'
import { Component } from './AdminAudit'

const entries = [
  {
    id: 2,
    actor: 'a1',
    actorName: 'Ada',
    operation: 'user.role',
    object: 'user/g1',
    objectName: 'Grace',
    changes: [{ field: 'role', before: 'user', after: 'moderator' }],
  },
  {
    id: 1,
    actor: '',
    operation: 'something.new',
    object: 'thing/1',
    changes: [{ field: 'x', before: '', after: '1' }],
  },
]

function show({
  at = '/admin/audit',
  list = () => ({ entries, total: 120 }),
}: { at?: string; list?: (request: ListAuditRequest) => object } = {}) {
  return renderRoutes([{ path: '/admin/audit', element: <Component />, HydrateFallback: () => null }], {
    at,
    services: r =>
      void r.service(AdminService, {
        listAudit: list,
        listAuditNames: () => ({ operations: ['user.role'], people: [{ id: 'a1', name: 'Ada' }] }),
      }),
  })
}

test('a line says who did what to what, before and after', async () => {
  show()
  const row = (await screen.findByRole('link', { name: 'Grace' })).closest('tr')!
  expect(row).toHaveTextContent('AdaRole changedGraceuser/g1')
  expect(row).toHaveTextContent('roleuser → moderator')
  const other = screen.getByText('something.new').closest('tr')!
  expect(other).toHaveTextContent('The program')
  expect(other).toHaveTextContent('xnothing → 1')
  expect(screen.getByText('120 changes')).toBeVisible()
})
test('a merge names what became part of what, and older entries how many', async () => {
  const changed = (field: string, before: string, after = '') => ({ field, before, after })
  show({
    list: () => ({
      total: 3,
      entries: [
        {
          id: 3,
          operation: 'merge.undo',
          object: 'entity/7',
          objectName: 'Deep Work',
          changes: [
            changed('merge', '4'),
            changed('merged', '[4,40]'),
            changed('mergedName', 'Deep Works, Deeper Work'),
          ],
        },
        {
          id: 2,
          operation: 'entity.merge',
          object: 'entity/7',
          changes: [changed('merge', '', '4'), changed('merged', '[4,40]'), changed('mergedName', 'A, B')],
        },
        {
          id: 1,
          operation: 'merge.undo',
          object: 'entity/7',
          changes: [changed('merge', '3'), changed('merged', '[4,40]')],
        },
      ],
    }),
  })
  expect(await screen.findByText('No longer part of it: “Deep Works, Deeper Work” (merge 4).')).toBeVisible()
  expect(screen.getByText('“A, B” became part of it (merge 4).')).toBeVisible()
  expect(screen.getByText('No longer part of it: 2 entities (merge 3).')).toBeVisible()
})
test('filters stand in the address, and the page begins anew with each', async () => {
  const asked: object[] = []
  const { router } = show({
    at: '/admin/audit?actor=a1&operation=user.role&from=2026-11-01&to=nonsense&page=2',
    list: ({ actor, operation, object, from, to, offset }) => {
      asked.push({ actor, operation, object, from, to, offset })
      return { entries, total: 120 }
    },
  })
  await screen.findByRole('link', { name: 'Grace' })
  expect(asked).toEqual([{ actor: 'a1', operation: 'user.role', object: '', from: '2026-11-01', to: '', offset: 50 }])
  await userEvent.click(screen.getByRole('button', { name: 'Only changes of Grace' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ object: 'user/g1', offset: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ actor: '', operation: '', object: '', from: '' }))
  expect(router.state.location.search).toBe('')
})
test('the export has the filters of the page', async () => {
  show({ at: '/admin/audit?object=user%2F' })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('link', { name: 'As CSV' })).toHaveAttribute(
    'href',
    '/api/admin/audit/export?object=user%2F&format=csv',
  )
  expect(screen.getByRole('link', { name: 'As JSON' })).toHaveAttribute(
    'href',
    '/api/admin/audit/export?object=user%2F&format=json',
  )
})
test('nothing found is said, and a failure can be tried again', async () => {
  let times = 0
  show({
    at: '/admin/audit?actor=a1',
    list: () => {
      if (++times === 1) throw new ConnectError('The database is busy.', Code.Unavailable)
      return {}
    },
  })
  expect(await screen.findByText('The database is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No change matches these filters.')).toBeVisible()
})
