import { create } from '@bufbuild/protobuf'
import { createConnectQueryKey } from '@connectrpc/connect-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthService, GetCurrentUserResponseSchema } from '@/gen/mentionary/v1/auth_pb'
import { forgetPerson } from './session'
import { keepTogether, tellLeaving, tellSignedOut } from './tabs'

const key = createConnectQueryKey({ schema: AuthService.method.getCurrentUser, input: {}, cardinality: 'finite' })

/** Tabs of one browser: what one says, the others hear. */
function newBrowser() {
  const ends: { onmessage: ((event: MessageEvent) => void) | null }[] = []
  return function newTab() {
    const said: unknown[] = []
    const own = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage: (data: unknown) => {
        said.push(data)
        for (const end of ends) if (end !== own) end.onmessage?.(new MessageEvent('message', { data }))
      },
      close: () => undefined,
    }
    ends.push(own)
    const queries = new QueryClient()
    const empty = vi.fn<() => void>()
    const end = keepTogether(queries, empty, own as unknown as BroadcastChannel)
    /** The server answers who is signed in; "" for nobody. */
    const answered = (id: string) =>
      queries.query({
        queryKey: key,
        queryFn: () => create(GetCurrentUserResponseSchema, id ? { user: { id } } : {}),
        staleTime: 0,
      })
    return {
      queries,
      empty,
      end,
      answered,
      said,
      hear: (data: unknown) => own.onmessage?.(new MessageEvent('message', { data })),
    }
  }
}

let reload: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

test('a tab whose person is signed out is emptied and loaded anew, before the page that signs out is there', async () => {
  vi.useFakeTimers()
  const tab = newBrowser()()
  await tab.answered('noor')
  tab.hear({ leaving: true })
  expect(tab.empty).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled() // the session may still be there
  tab.hear({ person: '' })
  expect(reload).toHaveBeenCalledOnce()
  expect(tab.empty).toHaveBeenCalledOnce()
  tab.end()
})
test('when the sign-out does not come about, the tab comes back by itself', async () => {
  vi.useFakeTimers()
  const tab = newBrowser()()
  await tab.answered('noor')
  tab.hear({ leaving: true })
  vi.advanceTimersByTime(5_000)
  expect(reload).toHaveBeenCalledOnce()
  tab.end()
})
test('the answer of one tab ends what another shows of somebody else', async () => {
  const newTab = newBrowser()
  const noor = newTab()
  await noor.answered('noor')
  const elio = newTab()
  await elio.answered('elio')
  expect(noor.empty).toHaveBeenCalledOnce()
  expect(elio.empty).not.toHaveBeenCalled()
})
test('the same person in two tabs disturbs neither', async () => {
  const newTab = newBrowser()
  const [one, two] = [newTab(), newTab()]
  await one.answered('noor')
  await two.answered('noor')
  await two.answered('noor')
  expect(two.said).toEqual([{ person: 'noor' }])
  expect(one.empty).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})
test('a tab without a person reads everything again when there is one', async () => {
  const newTab = newBrowser()
  const visitor = newTab()
  await visitor.answered('')
  visitor.queries.setQueryData(['list'], ['what visitors see'])
  await newTab().answered('noor')
  expect(visitor.queries.getQueryState(['list'])?.isInvalidated).toBe(true)
  expect(visitor.queries.getQueryState(key)?.isInvalidated).toBe(true)
  expect(visitor.empty).not.toHaveBeenCalled()
})
test('a session that a call found ended is told, and the tab that found it keeps its page', async () => {
  const tab = newBrowser()()
  await tab.answered('noor')
  tab.queries.setQueryData(['favorites'], ['private'])
  forgetPerson(tab.queries)
  expect(tab.said).toEqual([{ person: 'noor' }, { person: '' }])
  expect(tab.queries.getQueryData(['favorites'])).toBeUndefined()
  expect(tab.empty).not.toHaveBeenCalled()
})
test('asked again, the server names somebody else: nothing of the first stays', async () => {
  const tab = newBrowser()()
  await tab.answered('noor')
  await tab.answered('')
  expect(tab.empty).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})
test('the words of this tab reach the others', async () => {
  const newTab = newBrowser()
  const other = newTab()
  await other.answered('noor')
  const own = newTab() // the last one made speaks
  tellLeaving()
  tellSignedOut()
  expect(own.said).toEqual([{ leaving: true }, { person: '' }])
  expect(other.empty).toHaveBeenCalledOnce()
  own.end()
})
test.each([[null], ['words'], [{}], [{ person: 7 }]])('%j means nothing', async data => {
  const tab = newBrowser()()
  await tab.answered('noor')
  tab.hear(data)
  expect(tab.empty).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})
