import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Code, ConnectError } from '@connectrpc/connect'
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { routes } from '@/app/routes'
import { AccountService, type CreateTokenRequest } from '@/gen/mentionary/v1/account_pb'
import { AuthService } from '@/gen/mentionary/v1/auth_pb'
import { FavoriteService } from '@/gen/mentionary/v1/favorite_pb'
import { FollowService } from '@/gen/mentionary/v1/follow_pb'
import { bookmarklet } from '@/lib/bookmarklet'
import { errorWithReason } from '@/testing/reason'
import { renderRoutes } from '@/testing/render'
import { currentToast, dismissToast, showKeptToast } from '@/ui/toasts'

let assign: MockInstance<typeof location.assign>

beforeEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
  assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})

const day = (n: number) => ({ seconds: BigInt(Date.UTC(2026, 2, n, 12) / 1000), nanos: 0 })
const follow = (n: number, name = `Channel ${n}`) => ({
  channel: { id: n, channelId: `UC${n}`, name },
  createdAt: day(n),
})
const here = { id: 1, agent: 'Firefox on Linux', current: true, signedInAt: day(1), seenAt: day(3) }
const phone = { id: 2, agent: 'Safari on iPhone', current: false, signedInAt: day(1), seenAt: day(2) }
const script = {
  id: 7,
  name: 'Export script',
  scopes: ['read'],
  createdAt: day(1),
  usedAt: day(2),
  expiresAt: { seconds: 4_102_444_800n, nanos: 0 },
}
const secret = 'mnt_secret-of-the-script'

type World = {
  sessions?: { id: number; agent: string; current: boolean }[]
  permissions?: string[]
  follows?: ReturnType<typeof follow>[]
  tokens?: object[]
  down?: () => boolean
  refuse?: () => Error | false
  limits?: object
}

function show({
  permissions = ['submit'],
  sessions = [here, phone],
  follows = [follow(1)],
  tokens = [script],
  down = () => false,
  refuse,
  limits = {},
}: World = {}) {
  let account: object | undefined = { id: 'u1', firstName: 'Ada', displayName: 'Ada', permissions }
  const calls: string[] = []
  const made: CreateTokenRequest[] = []
  const reads = () => {
    if (!account) calls.push('a question after the end')
    if (down()) throw new ConnectError('The server rests.', Code.Unavailable)
  }
  const writes = (call: string) => {
    calls.push(call)
    const refusal = refuse?.()
    if (refusal) throw refusal
  }
  renderRoutes(routes, {
    at: '/profile?tab=preferences',
    services: r => {
      r.service(AuthService, { getCurrentUser: () => (account ? { user: account } : {}) })
      r.service(FavoriteService, { listFavorites: () => ({}) })
      r.service(FollowService, {
        listFollows: () => {
          reads()
          return { follows }
        },
        unfollowChannel: ({ channelId }) => {
          writes(`unfollow ${channelId}`)
          follows = follows.filter(f => f.channel.channelId !== channelId)
          return {}
        },
      })
      r.service(AccountService, {
        getLimits: () => {
          reads()
          return { submissionsPerHour: 60, submissionsLeft: 58, followsMax: 20, follows: follows.length, ...limits }
        },
        listSessions: () => {
          reads()
          return { sessions }
        },
        endSession: ({ id }) => {
          writes(`end ${id}`)
          sessions = sessions.filter(s => s.id !== id)
          if (id === here.id) account = undefined
          return {}
        },
        endAllSessions: () => {
          writes('end all')
          account = undefined
          return { ended: sessions.length }
        },
        listTokens: () => {
          reads()
          return { tokens }
        },
        createToken: q => {
          writes(`create ${q.name}`)
          made.push(q)
          const token = { id: 8, name: q.name, scopes: q.scopes, createdAt: day(4) }
          tokens = [token, ...tokens]
          return { token, secret }
        },
        revokeToken: ({ id }) => {
          writes(`revoke ${id}`)
          tokens = tokens.filter(t => !('id' in t) || t.id !== id)
          return {}
        },
        deleteAccount: ({ confirm }) => {
          writes(`delete: ${confirm}`)
          account = undefined
          return {}
        },
      })
    },
  })
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  return { calls, made, region }
}
const told = () => [currentToast()?.title, currentToast()?.text]
/** The first page was loaded, and told what happened. */
const outside = async (...words: string[]) => {
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  showKeptToast()
  expect(told()).toEqual(words)
}

test('followed channels are listed and let go at once', async () => {
  const long = '歩く'.repeat(100)
  const { region, calls } = show({ follows: [follow(1), follow(2, long)] })
  const part = await region('Channels you follow')
  expect(await part.findByRole('link', { name: 'Channel 1' })).toHaveAttribute('href', '/channel/UC1')
  expect(part.getByRole('link', { name: long })).toBeVisible()
  expect(part.getByText('Since Mar 1, 2026')).toBeVisible()
  await userEvent.click(part.getByRole('button', { name: 'Unfollow Channel 1' }))
  expect(part.queryByRole('link', { name: 'Channel 1' })).toBeNull()
  await waitFor(() =>
    expect(told()).toEqual(['Channel Unfollowed', 'New episodes of Channel 1 are no longer analyzed for you']),
  )
  expect(calls).toEqual(['unfollow UC1'])
  expect(await (await region('Limits')).findByText('19 of 20')).toBeVisible()
})
test('a channel that cannot be let go comes back', async () => {
  const { region } = show({ refuse: () => new ConnectError('Please try again.', Code.Unavailable) })
  const part = await region('Channels you follow')
  await userEvent.click(await part.findByRole('button', { name: 'Unfollow Channel 1' }))
  await waitFor(() => expect(told()).toEqual(['Error', 'Please try again.']))
  expect(await part.findByRole('link', { name: 'Channel 1' })).toBeVisible()
})
test('without followed channels and tokens it says so', async () => {
  const { region } = show({ follows: [], tokens: [] })
  expect(await (await region('Channels you follow')).findByRole('link', { name: 'Explore Channels' })).toHaveAttribute(
    'href',
    '/channels',
  )
  expect(await (await region('Access tokens')).findByText('You have no access tokens.')).toBeVisible()
})
test('each part that cannot be loaded can be asked for again', async () => {
  let down = true
  const { region } = show({ down: () => down })
  const shown = {
    'Channels you follow': 'Channel 1',
    Limits: '58 of 60',
    'Where you are signed in': 'Safari on iPhone',
    'Access tokens': 'Export script',
  }
  for (const name of Object.keys(shown))
    expect(await (await region(name)).findByText('The server rests.')).toBeVisible()
  down = false
  for (const [name, text] of Object.entries(shown)) {
    const part = await region(name)
    await userEvent.click(part.getByRole('button', { name: 'Retry' }))
    expect(await part.findByText(text)).toBeVisible()
  }
})
test('a bookmark brings other pages here, and a press on it here does nothing', async () => {
  const { region, calls } = show()
  const link = await (await region('From other pages')).findByRole('link', { name: 'Analyze in Mentionary' })
  expect(link).toHaveAttribute('href', bookmarklet(location.origin))
  await userEvent.click(link)
  await waitFor(() => expect(told()[0]).toBe('Drag this link'))
  expect(calls).toEqual([])
})
test('the tokens of the model are shown only where they have a limit', async () => {
  const { region } = show({ limits: { tokensPerDay: 10_000, tokensUsed: 2_500 } })
  expect(
    (await (await region('Limits')).findByText('Language model tokens left today')).nextElementSibling,
  ).toHaveTextContent('7,500 of 10,000')
})
test('without a limit the tokens of the model are not counted', async () => {
  const { region } = show()
  const part = await region('Limits')
  expect((await part.findByText('Submissions left this hour')).nextElementSibling).toHaveTextContent('58 of 60')
  expect(part.queryByText('Language model tokens left today')).toBeNull()
})

test('another place is signed out, and this one is marked', async () => {
  const { region, calls } = show()
  const part = await region('Where you are signed in')
  const [first, second] = await part.findAllByRole('listitem')
  expect(within(first!).getByText('This browser')).toBeVisible()
  expect(within(second!).queryByText('This browser')).toBeNull()
  expect(within(second!).getByText(/^Last seen Mar 2, 2026/)).toBeVisible()
  await userEvent.click(within(second!).getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(part.queryByText('Safari on iPhone')).toBeNull())
  expect(calls).toEqual(['end 2'])
  expect(told()).toEqual(['Signed Out', 'That browser is signed out'])
})
test('of many places and tokens the first five are shown, the rest on demand', async () => {
  const places = Array.from({ length: 7 }, (_, i) => ({ ...phone, id: 10 + i, agent: `Browser ${i}` }))
  show({
    sessions: [here, ...places],
    tokens: Array.from({ length: 6 }, (_, i) => ({ ...script, id: 20 + i, name: `Token ${i}` })),
  })
  const names = () => screen.getAllByRole('button', { name: /^Sign out Browser/ }).length
  await screen.findByText('Browser 0')
  expect(names()).toBe(4) // and this one
  await userEvent.click(screen.getByRole('button', { name: 'Show all 8 browsers' }))
  expect(names()).toBe(7)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(names()).toBe(4)
  expect(screen.queryByText('Token 5')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 6 tokens' }))
  expect(screen.getByText('Token 5')).toBeVisible()
})
test('signing out this place leads to the first page', async () => {
  const { region, calls } = show()
  await userEvent.click(
    await (await region('Where you are signed in')).findByRole('button', { name: 'Sign out Firefox on Linux' }),
  )
  await outside('Signed Out', 'You are signed out of this browser')
  expect(calls).toEqual(['end 1'])
})
test('signing out everywhere is asked for, and leads out', async () => {
  const { region, calls } = show()
  await userEvent.click(
    await (await region('Where you are signed in')).findByRole('button', { name: 'Sign out everywhere' }),
  )
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }))
  await outside('Signed Out Everywhere', '2 browsers signed out, including this one')
  expect(calls).toEqual(['end all'])
})

test('a token is made, its secret shown once and copied', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { region, made } = show()
  const part = await region('Access tokens')
  await user.click(part.getByRole('button', { name: 'New token' }))
  const dialog = within(screen.getByRole('dialog', { name: 'New access token' }))
  await user.click(dialog.getByRole('button', { name: 'Create Token' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a name that says what the token is for.')
  expect(made).toEqual([])
  expect(dialog.queryByRole('option', { name: 'Read, write and manage' })).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Backups ')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What it may do' }), 'Read and write')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Expires after' }), '90 days')
  await user.click(dialog.getByRole('button', { name: 'Create Token' }))

  const field = await part.findByRole('textbox', { name: 'Your new token' })
  expect(field).toHaveValue(secret)
  expect(field).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(made.map(q => [q.name, q.scopes, q.expiresInDays])).toEqual([['Backups', ['read', 'write'], 90]])
  expect(await part.findByText('Backups')).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Copy' }))
  expect(write).toHaveBeenCalledWith(secret)
  expect(told()[0]).toBe('Token Copied')
  await user.click(part.getByRole('button', { name: 'Done' }))
  expect(part.queryByDisplayValue(secret)).toBeNull()
})
test('a moderator may let a token manage', async () => {
  const { region, made } = show({ permissions: ['submit', 'moderate'] })
  await userEvent.click((await region('Access tokens')).getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Desk')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What it may do' }), 'Read, write and manage')
  await userEvent.click(screen.getByRole('button', { name: 'Create Token' }))
  await waitFor(() => expect(made.map(q => q.scopes)).toEqual([['read', 'write', 'manage']]))
})
test('a token the server refuses is told in its words, and the input stays', async () => {
  const { region } = show({ refuse: () => new ConnectError('You have 20 tokens already.', Code.Aborted) })
  await userEvent.click((await region('Access tokens')).getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'One more{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('You have 20 tokens already.')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('One more')
})
test('a token is revoked after asking, and one that ended is marked', async () => {
  const { region, calls } = show({
    tokens: [script, { id: 9, name: 'Old', scopes: ['read'], createdAt: day(1), expiresAt: { seconds: 1n, nanos: 0 } }],
  })
  const part = await region('Access tokens')
  expect(within((await part.findByText('Old')).closest('li')!).getByText('Expired')).toBeVisible()
  expect(within(part.getByText('Export script').closest('li')!).queryByText('Expired')).toBeNull()
  await userEvent.click(part.getByRole('button', { name: 'Revoke Export script' }))
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Revoke this token?' })).getByRole('button', { name: 'Revoke Token' }),
  )
  await waitFor(() => expect(part.queryByText('Export script')).toBeNull())
  expect(calls).toEqual(['revoke 7'])
  expect(told()[0]).toBe('Token Revoked')
})

const deletion = async (world: World = {}) => {
  const view = show(world)
  const part = await view.region('Your data')
  const begin = async (typed: string) => {
    await userEvent.click(part.getByRole('button', { name: 'Delete account' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Type “delete my account”' }), typed)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Account' }))
    return dialog
  }
  return { ...view, part, begin }
}
test('everything can be taken along as a file', async () => {
  const { part } = await deletion()
  expect(part.getByRole('link', { name: 'Export everything' })).toHaveAttribute('href', '/api/user/export')
})
test('the account is deleted only after typing the words, and one is led out', async () => {
  const { begin, calls } = await deletion()
  const dialog = await begin('delete')
  expect(dialog.getByRole('alert')).toHaveTextContent('Please type “delete my account”.')
  expect(calls).toEqual([])
  await userEvent.clear(dialog.getByRole('textbox'))
  await userEvent.type(dialog.getByRole('textbox'), 'delete my account{Enter}')
  await outside('Account Deleted', 'Your account and your data are gone')
  expect(calls).toEqual(['delete: delete my account'])
})
test('who signed in long ago confirms it and can press again', async () => {
  let old = true
  const sentence = 'For this change your sign-in must not be older than 12 hours. Please sign in again.'
  const { begin } = await deletion({ refuse: () => old && errorWithReason(sentence, 'sign_in_again') })
  await begin('delete my account')
  const confirm = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }))
  expect(confirm.getByText(sentence)).toBeVisible()
  const link = new URL(confirm.getByRole<HTMLAnchorElement>('link', { name: 'Sign In Again' }).href)
  expect([link.pathname, link.searchParams.get('confirm'), link.searchParams.get('returnTo')]).toEqual([
    '/api/login',
    '1',
    location.pathname + location.search,
  ])
  await userEvent.click(confirm.getByRole('button', { name: 'Not Now' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  old = false
  await begin('delete my account')
  await outside('Account Deleted', 'Your account and your data are gone')
})
test('another refusal is told in the dialog', async () => {
  const { begin } = await deletion({ refuse: () => new ConnectError('You are the last administrator.', Code.Aborted) })
  const dialog = await begin('delete my account')
  expect(await dialog.findByRole('alert')).toHaveTextContent('You are the last administrator.')
})
