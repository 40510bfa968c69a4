import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { beforeEach, expect, test, vi } from 'vitest'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { signedIn, signedOut } from '@/testing/session'
import { renderWith } from '@/testing/render'
import { currentToast, dismissToast } from '@/ui/toasts'
import { FollowButton } from './FollowButton'
import { useSession } from './session'
import { leaveMs } from './useSignInFirst'

beforeEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
})

const Person = () => <p>{useSession().state}</p>

function show({
  person = signedIn,
  platform = 'podcast',
  following = false,
  refuse,
  answer = Promise.resolve(),
}: {
  person?: (r: ConnectRouter) => unknown
  platform?: string
  following?: boolean
  refuse?: string
  /** what a change waits for */ answer?: Promise<void>
} = {}) {
  const calls: string[] = []
  const change =
    (name: string, to: boolean) =>
    async ({ channelId }: { channelId: string }) => {
      calls.push(`${name} ${channelId}`)
      await answer
      if (refuse) throw new ConnectError(refuse, Code.Aborted)
      following = to
      return {}
    }
  renderWith(
    <>
      <FollowButton channel={{ channelId: 'UC1', name: 'The Long Walk', platform }} />
      <Person />
    </>,
    {
      services: r => {
        person(r)
        r.service(FollowService, {
          checkFollow: ({ channelId }) => {
            calls.push(`check ${channelId}`)
            return { isFollowing: following }
          },
          followChannel: change('follow', true),
          unfollowChannel: change('unfollow', false),
        })
      },
    },
  )
  return calls
}
const button = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })

test('follows a channel and unfollows it, by keyboard too', async () => {
  const calls = show()
  const follow = await button('Follow', false)
  await waitFor(() => expect(follow).toBeEnabled())
  await userEvent.click(follow)
  await button('Following', true)
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Channel Followed',
      text: 'New episodes of The Long Walk are analyzed every six hours',
    }),
  )
  expect(follow).toHaveFocus()
  await userEvent.keyboard(' ')
  await button('Follow', false)
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Channel Unfollowed' }))
  await waitFor(() => expect(calls).toEqual(['check UC1', 'follow UC1', 'check UC1', 'unfollow UC1', 'check UC1']))
})
test('a channel that is followed says so', async () => {
  show({ following: true })
  await button('Following', true)
})
test('the change is shown before the answer, and a second press waits for it', async () => {
  let answer = () => {}
  const calls = show({
    answer: new Promise(resolve => {
      answer = resolve
    }),
  })
  await waitFor(async () => expect(await button('Follow', false)).toBeEnabled())
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(await button('Following', true))
  answer()
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Channel Followed' }))
  expect(calls.filter(c => !c.startsWith('check'))).toEqual(['follow UC1'])
  await button('Following', true)
})
test('a refusal is taken back and told in the server’s words', async () => {
  const sentence = 'You follow 20 channels already, which is the limit. Unfollow one of them first.'
  show({ refuse: sentence })
  await waitFor(async () => expect(await button('Follow', false)).toBeEnabled())
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', text: sentence, tone: 'error' }))
  await button('Follow', false)
})
test('a visitor is led to sign in and back, and nothing is asked', async () => {
  const calls = show({ person: signedOut })
  await screen.findByText('out')
  vi.useFakeTimers()
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(currentToast()).toMatchObject({ title: 'Sign in required', text: 'Please sign in to follow channels' })
  expect(assign).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(leaveMs))
  expect(assign).toHaveBeenCalledWith(`/api/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`)
  expect(calls).toEqual([])
})
test('a channel of uploads has no button', async () => {
  const calls = show({ platform: 'upload' })
  await screen.findByText('in')
  expect(screen.queryByRole('button')).toBeNull()
  expect(calls).toEqual([])
})
