import { demo, notice } from './catalogue'
import { expect, test } from './fixture'

test.use({ person: 'reader' })

test('a channel is followed, and let go in the preferences', { tag: '@any-width' }, async ({ page }) => {
  const channels = (await (await page.request.get('/api/channels/stats')).json()) as {
    channelId: string
    name: string
  }[]
  await page.goto(`/channel/${channels.find(c => c.name === demo.channel)!.channelId}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(notice(page)).toContainText('Channel Followed')

  await page.goto('/profile?tab=preferences')
  const followed = page.getByRole('region', { name: 'Channels you follow' })
  await expect(followed.getByRole('link', { name: demo.channel })).toBeVisible()
  await followed.getByRole('button', { name: `Unfollow ${demo.channel}` }).click()
  await expect(notice(page)).toContainText('Channel Unfollowed')
  await page.reload()
  await expect(followed).toContainText('You are not following any channels yet')
})

test('an access token works until it is revoked', { tag: '@any-width' }, async ({ page, playwright, baseURL }) => {
  await page.goto('/profile?tab=preferences')
  const tokens = page.getByRole('region', { name: 'Access tokens' })
  await tokens.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('A script')
  await page.getByRole('button', { name: 'Create Token' }).click()
  const secret = await tokens.getByLabel('Your new token').inputValue()

  const script = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  })
  const limits = await script.get('/api/user/limits')
  expect(limits.status()).toBe(200)
  expect(await limits.json()).toMatchObject({ followsMax: 20 })

  await tokens.getByRole('button', { name: 'Revoke A script' }).click()
  await page.getByRole('button', { name: 'Revoke Token' }).click()
  await expect(notice(page)).toContainText('Token Revoked')
  expect((await script.get('/api/user/limits')).status()).toBe(401)
  await script.dispose()
})
