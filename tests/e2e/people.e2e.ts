import type { Browser, Page } from '@playwright/test'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { expect, test } from './test.ts'

// Two people in a purchase, each signed in as themselves: the buyer invites an approver, who joins by the email and
// approves; only then is the purchase confirmed.

const BUYER = 'customer@demo.example'
const GUEST = 'tia@post.example'

/** The newest email to an address, by a pattern in its text. */
async function inMail(page: Page, to: string, wanted: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const response = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(to)}`)
    const { messages } = (await response.json()) as { messages: { text: string }[] }
    found = messages.flatMap(({ text }) => wanted.exec(text)?.[1] ?? [])[0] ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}

/** A browser of somebody else. */
async function another(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  return context.newPage()
}

test('an approver is invited, joins with an account of their own, comments and approves', async ({
  page,
  browser,
  request,
  baseURL,
  expectAccessible,
  expectAccessibleAtEveryWidth,
}) => {
  test.slow()
  const { started } = await callsOf(request, BUYER)
  const { id } = await started()
  await arriveSignedIn(page, BUYER)
  await page.goto(`/purchase/#/${id}/confirm`)
  const people = page.locator('details', { hasText: 'People in this purchase' })
  await people.locator('summary').click()
  await people.getByRole('button', { name: 'Invite someone' }).click()
  await people.getByRole('radio', { name: /^Approver/ }).check()
  await people.getByLabel('Their name').fill('Tia Moana')
  await people.getByLabel('Their email address').fill(GUEST)
  await expectAccessible(page)
  await people.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(people.getByRole('status').filter({ hasText: 'We’ve emailed Tia' })).toBeFocused()
  await expect(people.getByText('Waiting for approval')).toBeVisible()
  await expectAccessibleAtEveryWidth()

  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await page.getByLabel('Full name').fill('Mia Harris')
  await page.getByRole('button', { name: 'Confirm purchase' }).click()
  await expect(
    page.getByText(/Tia Moana hasn’t accepted your invitation yet\./).first(),
  ).toBeVisible()
  await expect(page.getByText('You can confirm once they approve it.').first()).toBeVisible()

  // Another browser: the link of the email, an account with its address, and the code that proves it.
  const guest = await another(browser, baseURL!)
  await guest.goto(
    `/customer/#/agreements?invitation=${await inMail(page, GUEST, /invitation=([\w-]+)/)}`,
  )
  await expect(guest.getByText('You’re invited to a purchase')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('link', { name: 'Create an account' }).first().click()
  await guest.getByLabel('First name').fill('Tia')
  await guest.getByLabel('Last name').fill('Moana')
  await guest.getByLabel('Email address').fill(GUEST)
  await guest.getByRole('button', { name: 'Create account' }).click()
  await guest.getByLabel(/code/i).fill(await inMail(page, GUEST, /^(\d{6})$/m))
  await guest.keyboard.press('Enter')
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest.getByText('Mia Harris has shared this purchase with you.')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByLabel('Your comment').fill('Is it the blue one?')
  await guest.getByRole('button', { name: 'Add the comment' }).click()
  await expect(guest.getByText('Is it the blue one?')).toBeVisible()
  await guest.getByRole('button', { name: /^Approve this purchase at/ }).click()
  await expect(guest.getByText('You’ve approved it. It isn’t confirmed yet.').first()).toBeVisible()
  await guest.goto('/customer/#/agreements')
  await expect(guest.getByRole('heading', { name: 'Shared with you' })).toBeVisible()
  await expectAccessible(guest)

  await page.reload()
  await page.locator('details', { hasText: 'People in this purchase' }).locator('summary').click()
  await expect(page.getByText('Is it the blue one?')).toBeVisible()
  await expect(page.getByText('Approver. Has approved the purchase')).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await page.getByLabel('Full name').fill('Mia Harris')
  await page.getByRole('button', { name: 'Confirm purchase' }).click()
  await expect(page).toHaveURL(/\/payment/)

  // Withdrawn, it is gone for them at once.
  await page.goto('/customer/#/agreements')
  const panel = page.locator('details', { hasText: 'People in this purchase' }).first()
  await panel.locator('summary').click()
  await panel.getByRole('button', { name: /^Withdraw.*Tia/ }).click()
  await panel.getByRole('button', { name: /^Withdraw the invitation/ }).click()
  await expect(panel.getByText('Tia Moana no longer has access to this purchase.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('You haven’t started a purchase yet.')).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Shared with you' })).toHaveCount(0)
  await guest.context().close()
})
