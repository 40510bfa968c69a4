import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScheduleService, type CreateScheduleRequest, type EditScheduleRequest } from '@/gen/mentionary/v1/schedule_pb'
import { signedInWith } from '@/testing/people'
import { renderRoutes } from '@/testing/render'
import { Toasts } from '@/ui/Toast'
import { Component } from './AdminSchedules'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})

const schedules = [
  {
    kind: 'batch',
    id: 2,
    title: 'Mondays',
    times: 'Every Monday at 06:00',
    weekTime: { weekdays: [1], hour: 6, timeZone: 'Europe/Berlin' },
    lines: ['https://youtu.be/1', 'https://youtu.be/2'],
    madeBy: 'Ada',
    lastRun: { batchId: 8, state: 'completed', text: '2 addresses submitted.', at: { seconds: 1_772_400_000n } },
  },
  { kind: 'follow', id: 5, title: 'The Show', times: 'Every six hours', followers: 3, channelId: 'show', paused: true },
]

function show({ list = schedules, at = '/admin/schedules' }: { list?: object[] | Error; at?: string } = {}) {
  const told: string[] = []
  const created: CreateScheduleRequest[] = []
  const edited: EditScheduleRequest[] = []
  const note = (what: string) => (r: { kind: string; id: number; paused?: boolean }) => {
    told.push(`${what} ${r.kind} ${r.id}${r.paused === undefined ? '' : ` ${r.paused}`}`)
    return {}
  }
  const view = renderRoutes(
    [
      {
        path: '/admin/schedules',
        element: (
          <>
            <Component />
            <Toasts />
          </>
        ),
        HydrateFallback: () => null,
      },
    ],
    {
      at,
      services: r => {
        signedInWith('submit', 'moderate', 'admin')(r)
        r.service(ScheduleService, {
          listSchedules: () => {
            if (list instanceof Error) throw list
            return { schedules: list, total: list.length }
          },
          runSchedule: note('run'),
          pauseSchedule: note('pause'),
          endSchedule: note('end'),
          createSchedule: request => {
            created.push(request)
            return {}
          },
          editSchedule: request => {
            edited.push(request)
            return {}
          },
        })
      },
    },
  )
  return { ...view, told, created, edited }
}

test('schedules tell when they run and what came of the last run', async () => {
  show()
  expect(await screen.findByText('Every Monday at 06:00')).toBeVisible()
  expect(screen.getByText('Europe/Berlin')).toBeVisible()
  expect(screen.getByText('2 addresses, made by Ada')).toBeVisible()
  expect(screen.getByText('2 addresses submitted.')).toBeVisible()
  expect(screen.getByText('Not known yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'The Show' })).toHaveAttribute('href', '/channel/show')
  expect(screen.getByText('3 followers')).toBeVisible()
  expect(screen.getByText('Not run yet')).toBeVisible()
  expect(screen.getByText('Paused')).toBeVisible()
})

test('a schedule is run, paused, resumed and ended', async () => {
  const { told } = show()
  const user = userEvent.setup()
  await user.click((await screen.findAllByRole('button', { name: 'Run now' }))[0]!)
  expect(await screen.findByText('Run Started')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Schedule Paused')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('Schedule Resumed')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'End' })[1]!)
  expect(await screen.findByText(/Nobody follows this channel afterwards: 3 people now\./)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'End schedule' }))
  expect(await screen.findByText('Schedule Ended')).toBeVisible()
  expect(told).toEqual(['run batch 2', 'pause batch 2 true', 'pause follow 5 false', 'end follow 5'])
})

test('a recurring batch is made of addresses and times of the week', async () => {
  const { created, router } = show({ list: [], at: '/admin/schedules?new=1' })
  const user = userEvent.setup()
  expect(await screen.findByText('No schedules yet')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create schedule' }))
  expect(await screen.findByText('Please enter YouTube URLs to process')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Addresses, one per line'), { target: { value: 'https://youtu.be/1' } })
  await user.click(screen.getByRole('button', { name: 'Create schedule' }))
  await waitFor(() => expect(created).toHaveLength(1))
  expect(created[0]).toMatchObject({ text: 'https://youtu.be/1', weekTime: { weekdays: [1], hour: 6, minute: 0 } })
  expect(created[0]?.config).toBeUndefined()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a recurring batch is changed where it stands', async () => {
  const { edited, router } = show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const lines = await screen.findByLabelText('Addresses, one per line')
  expect(lines).toHaveValue('https://youtu.be/1\nhttps://youtu.be/2')
  expect(screen.getByLabelText('Name (optional)')).toHaveValue('Mondays')
  fireEvent.change(lines, { target: { value: 'https://youtu.be/3' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Schedule Changed')).toBeVisible()
  expect(edited).toHaveLength(1)
  expect(edited[0]).toMatchObject({
    id: 2,
    title: 'Mondays',
    text: 'https://youtu.be/3',
    weekTime: { weekdays: [1], hour: 6, minute: 0, timeZone: 'Europe/Berlin' },
  })
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a list that does not load says why and is asked for again', async () => {
  show({ list: new ConnectError('The database does not answer.', Code.Unavailable) })
  expect(await screen.findByText('The database does not answer.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
