import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { create } from '@bufbuild/protobuf'
import { AdminService } from '@/gen/mentionary/v1/admin_pb'
import { WorkSchema } from '@/gen/mentionary/v1/work_pb'
import { signedInWith } from '@/testing/people'
import { errorWithReason } from '@/testing/reason'
import { renderRoutes } from '@/testing/render'
import { currentToast } from '@/ui/toasts'
import { BudgetDialog } from './BudgetDialog'
import { useRaiseBudget } from './useRaiseBudget'

beforeEach(() => sessionStorage.clear())

const waiting = create(WorkSchema, { key: 'run-1', actions: ['budget'], submitterId: 'g1', submitter: 'Grace' })

/** A page of work with or without the dialog: it is closed when somebody comes back from signing in. */
function Page({ open }: { open: boolean }) {
  const raise = useRaiseBudget()
  return open && <BudgetDialog rows={[waiting]} raise={raise} onClose={() => undefined} />
}

test('what waits to be heard asks for minutes', async () => {
  const set: object[] = []
  const listens = create(WorkSchema, { ...waiting, stage: 'transcript' })
  const Dialog = () => <BudgetDialog rows={[listens]} raise={useRaiseBudget()} onClose={() => undefined} />
  renderRoutes([{ path: '/', element: <Dialog />, HydrateFallback: () => null }], {
    services: r => {
      signedInWith('submit', 'admin')(r)
      r.service(AdminService, {
        listBudgets: ({ resource }) => ({ budgets: [{ resource, scope: 'default', minutesPerDay: 60 }] }),
        setBudget: ({ resource, scope, userId, minutesPerDay }) => {
          set.push({ resource, scope, userId, minutesPerDay })
          return { budget: { resource, scope, userId, userName: 'Grace', minutesPerDay: 90 } }
        },
      })
    },
  })
  const minutes = await screen.findByRole('spinbutton', { name: 'Minutes a day: Grace' })
  expect(minutes).toHaveValue('60')
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '90')
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!)
  await waitFor(() => expect(set).toEqual([{ resource: 'speech', scope: 'user', userId: 'g1', minutesPerDay: 90 }]))
  await waitFor(() => expect(currentToast()?.text).toBe('Grace: 90 minutes a day. Waiting work continues now.'))
})

test('a cap that needs a fresh sign-in is raised after it', async () => {
  let fresh = false
  const set: object[] = []
  const show = (open: boolean) =>
    renderRoutes([{ path: '/', element: <Page open={open} />, HydrateFallback: () => null }], {
      services: r => {
        signedInWith('submit', 'admin')(r)
        r.service(AdminService, {
          listBudgets: () => ({ budgets: [{ scope: 'default', tokensPerDay: 1000 }] }),
          setBudget: ({ scope, userId, tokensPerDay, unlimited }) => {
            if (!fresh) throw errorWithReason('Please sign in again.', 'sign_in_again')
            set.push({ scope, userId, tokensPerDay, unlimited })
            return { budget: { scope, userId, userName: 'Grace', unlimited } }
          },
        })
      },
    })
  const first = show(true)
  const tokens = await screen.findByRole('spinbutton', { name: 'Tokens a day: Grace' })
  expect(tokens).toHaveValue('1000')
  await userEvent.clear(tokens)
  await userEvent.type(tokens, '0')
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!)
  const leave = await screen.findByRole('link', { name: 'Sign In Again' })
  leave.addEventListener('click', event => event.preventDefault()) // no page is left in these tests
  await userEvent.click(leave)
  first.unmount()
  fresh = true
  show(false)
  await waitFor(() => expect(set).toEqual([{ scope: 'user', userId: 'g1', tokensPerDay: 0, unlimited: true }]))
  await waitFor(() => expect(currentToast()?.text).toBe('Grace: no cap. Waiting work continues now.'))
})
