import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { readAgain } from './readAgain'

test('what is being read for the first time is asked again, and its older answer is not shown', async () => {
  const queries = new QueryClient()
  let answer: (text: string) => void = () => undefined
  const first = new Promise<string>(resolve => {
    answer = resolve
  })
  const read = vi.fn(() => (read.mock.calls.length === 1 ? first : Promise.resolve('after the change')))
  const observer = new QueryObserver<string>(queries, { queryKey: ['caps'], queryFn: read })
  const leave = observer.subscribe(() => undefined)
  await readAgain(queries, [['caps']])
  answer('before the change')
  await first
  expect(observer.getCurrentResult().data).toBe('after the change')
  expect(read).toHaveBeenCalledTimes(2)
  leave()
})
