import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { appCode } from '#tests/setup/authenticator.ts'
import { arriveSignedIn } from './arrange.ts'
import { closeMessages } from './faults.ts'
import { expect, test } from './test.ts'

/** Signs in as staff on their own page, by keyboard. */
async function signInAsStaff(page: Page, email = 'staff@demo.example') {
  await page.goto('/staff/#/search')
  await page.getByRole('main').getByLabel('Email address').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByLabel('Password')).toBeFocused()
  await page.keyboard.type(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
}
/** The same without the form. */
async function arriveAsStaff(page: Page, path = '/staff/#/search') {
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto(path)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page) => page.getByRole('main').getByLabel('Search', { exact: true })
const banner = (page: Page) => page.getByRole('region', { name: 'Acting for a customer' })
const row = (page: Page, name: string) => page.getByRole('row', { name })

const EVERY_PAGE = [
  '/',
  '/models/',
  '/models/tarn/',
  '/build-and-quote/',
  '/customer/#/profile',
  '/purchase/',
  '/recalls/',
  '/terms/',
  '/no-such-page',
]

test('§2 staff find a customer and read their record, by keyboard alone', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.setTimeout(120_000)

  await test.step('no one yet', async () => {
    await signInAsStaff(page)
    await expect(heading(page, 'Customer Search')).toBeVisible()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter something to search for')).toBeVisible()
  })

  await test.step('the work list, and back', async () => {
    await page.goto('/staff/#/work')
    await expect(heading(page, 'Work list')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Appraisals' })).toBeVisible()
    await closeMessages(page)
    await expectAccessibleAtEveryWidth()
    await page.goBack()
    await expect(field(page)).toBeFocused()
  })

  await test.step('by name, whatever the macrons', async () => {
    await page.keyboard.type('kopu')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Rawiri Kōpū')).toContainText('Kowhai Gardens Limited')
    await expect(row(page, 'Rawiri Kōpū').locator('mark')).toHaveText('Kōpū')
    await expect(page).toHaveURL(/#\/search\?where=name&search=kopu$/)
    await expectAccessibleAtEveryWidth()
  })

  await test.step('by phone, in any spelling; Back leads to the search before', async () => {
    await page.getByLabel('Search by').focus()
    await page.keyboard.press('p')
    await field(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('+64 (21) 555-0101')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Mia Harris')).toContainText('TOI101')
    await page.goBack()
    await expect(row(page, 'Rawiri Kōpū')).toBeVisible()
    await expect(field(page)).toHaveValue('kopu')
    await page.goForward()
    await expect(row(page, 'Mia Harris')).toBeVisible()
  })

  await test.step('no one found', async () => {
    await field(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    const nobody = '0'.repeat(80)
    await page.keyboard.type(nobody)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`No customers match ${nobody}.`)).toBeVisible()
    await expectAccessibleAtEveryWidth()
    await page.goBack()
    await expect(row(page, 'Mia Harris')).toBeVisible()
  })

  await test.step('the arrows reach the customer, Enter selects', async () => {
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Mia Harris').getByRole('button', { name: 'Select' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Mia Harris')).toBeFocused()
    await expect(page.getByRole('main')).toContainText('021 555 0101')
    await expect(page.getByRole('main')).toContainText('Tarvane Tarn 2022')
    await expect(banner(page)).toContainText(/Acting for Mia Harris\s*30 min left/)
    await expectAccessibleAtEveryWidth()
  })
})

// Decision 12
test('acting for a customer is said on every page, can be switched and ends, by keyboard alone', async ({
  page,
  expectAccessible,
  expectAccessibleAtEveryWidth,
}) => {
  test.setTimeout(120_000)
  await arriveAsStaff(page)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('mia harris')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Mia Harris')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await test.step('every page says so', async () => {
    for (const path of EVERY_PAGE) {
      await page.goto(path)
      await expect(banner(page), path).toContainText('Acting for Mia Harris')
    }
  })

  await test.step('the history says who did what', async () => {
    await page.goto('/')
    await banner(page).getByRole('link', { name: 'Customer record' }).press('Enter')
    await page.getByRole('link', { name: 'History' }).press('Enter')
    await expect(row(page, 'Started acting for the customer').first()).toContainText('Sam Patel')
    await expectAccessibleAtEveryWidth()
  })

  await test.step('another customer replaces the first, then no one', async () => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.getByLabel('Search by').selectOption('Registration')
    await field(page).fill('toi 111')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Rawiri Kōpū')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(banner(page)).toContainText('Acting for Rawiri Kōpū')
    await banner(page).getByRole('link', { name: 'Stop acting' }).press('Enter')
    await expect(banner(page)).toBeHidden()
    const last = page.getByRole('region', { name: 'Recent customers' }).getByRole('listitem')
    await expect(last).toContainText([/^Rawiri Kōpū/, /^Mia Harris/])
    await expectAccessible()
  })
})

// Decision 12
test('acting that is over is said until it is read, and the purchase is gone', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.slow()
  await page.clock.install()
  await arriveAsStaff(page, '/staff/#/customer/1')
  await page.getByRole('main').getByRole('button', { name: 'Select' }).press('Enter')
  await expect(banner(page)).toContainText('30 min left')
  await page.evaluate(() => localStorage.setItem('purchase:1', '{}'))

  await page.clock.fastForward('26:00')
  await expect(banner(page)).toContainText('4 min left')
  await expectAccessibleAtEveryWidth()
  await page.clock.fastForward('05:00')

  await expect(banner(page)).toContainText('You have been signed out of the customer account')
  await expectAccessibleAtEveryWidth()
  expect(await page.evaluate(() => localStorage.getItem('purchase:1'))).toBeNull()
  await page.goto('/')
  await expect(banner(page)).toContainText('You have been signed out of the customer account')
  await banner(page).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(banner(page)).toBeHidden()
})

test('signing out forgets whom staff acted for; an authenticator app is asked for next time', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.setTimeout(120_000)
  await arriveAsStaff(page, '/staff/#/customer/1')
  await page.getByRole('main').getByRole('button', { name: 'Select' }).press('Enter')
  await expect(banner(page)).toBeVisible()
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('banner').getByRole('button', { name: /^Hi,/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(name.split(' ')[0])

  const recoveryCode = await test.step('the app is set up, by keyboard alone', async () => {
    await signInAsStaff(page, 'service@demo.example')
    await page.getByRole('link', { name: 'Your sign-in' }).press('Enter')
    await expect(heading(page, 'Your sign-in')).toBeVisible()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).press('Enter')
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.keyboard.type(SAMPLE_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Authenticator code')).toBeFocused()
    await expectAccessibleAtEveryWidth()
    const secret = await page.locator('.staff-secret').innerText()
    await page.keyboard.type(appCode(secret.replaceAll(' ', ''), new Date()))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
    await expectAccessibleAtEveryWidth()
    const code = await page.locator('.staff-codes li').first().innerText()
    await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
    await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
    return code
  })

  await test.step('and asked for after the password', async () => {
    await page.getByRole('banner').getByRole('button', { name: /^Hi,/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await signInAsStaff(page, 'service@demo.example')
    await expect(page.getByLabel('Authenticator code')).toBeFocused()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The code is wrong, or has already been used')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(recoveryCode)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Customer Search')).toBeVisible()
  })
})
