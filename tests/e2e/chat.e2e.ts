import type { BrowserContext, Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import { Storefront } from './server.ts'
import { expect, test } from './test.ts'

test('a visitor’s message reaches the list of staff, by keyboard alone', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.setTimeout(180_000)
  test.info().annotations.push({ type: 'expected-fault', description: 'status of 503' })
  const message = `Is the Tarn at Albany still there? ${Date.now()}`
  const item = page.getByRole('listitem').filter({ hasText: message })

  await test.step('it is left on the home page', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Leave a message' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave a message' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Leave a message' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Send message' }).press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog).toContainText('Please enter a valid email address')
    await expectAccessibleAtEveryWidth()
    await dialog.getByLabel('Name').focus()
    for (const text of ['Hēmi Pōtae', 'hemi.potae@demo.example', message]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.route('**/api/messages', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('please try again in a couple of minutes')
    await expectAccessibleAtEveryWidth()
    await dialog.getByRole('button', { name: 'Send message' }).press('Enter')
    await expect(dialog).toContainText('Thank you. We’ve received your message')
    await expectAccessibleAtEveryWidth()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('staff do it, undo it, and open the customer with that address', async () => {
    await arriveSignedIn(page, 'staff@demo.example')
    await page.goto('/staff/#/search')
    await page.getByRole('link', { name: 'Messages' }).press('Enter')
    await expect(item).toContainText('Hēmi Pōtae')
    await expectAccessibleAtEveryWidth()
    await item.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(item).toContainText('Done by Sam Patel')
    await item.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(item.getByRole('button', { name: 'Done' })).toBeVisible()
    await item.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(item).toContainText('Done by Sam Patel')
    await page.getByRole('link', { name: 'Done', exact: true }).press('Enter')
    await expect(item).toContainText('Done by Sam Patel,')
    await item.getByRole('link', { name: 'Customer with this email address' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Hēmi Pōtae' })).toBeVisible()
  })
})

/** A stand-in for Crisp's script: it records its calls. */
const CRISP_STUB = `
  const heard = window.$crisp.splice(0)
  window.$crisp.push = (call) => heard.push(call)
  window.$crisp.is = () => true
  window.heardByCrisp = heard
`
const withCrisp = async (context: BrowserContext) => {
  const asked: string[] = []
  await context.route('https://client.crisp.chat/**', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: CRISP_STUB })
  })
  return asked
}
const heard = (page: Page) =>
  page.evaluate(() => (window as { heardByCrisp?: unknown[] }).heardByCrisp ?? null)

// Specification §4, "Chat widget"
test('§4 a vendor’s chat is loaded where it is configured, and told of the customer', async ({
  browser,
}) => {
  const shop = await Storefront.start({ CHAT_PROVIDER: 'crisp', CHAT_ID: 'site-1' })
  const context = await browser.newContext({ baseURL: shop.url })
  const asked = await withCrisp(context)
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })

  await page.goto('/')
  await expect.poll(() => heard(page)).toEqual([])
  expect(asked).toEqual(['https://client.crisp.chat/l.js'])
  await expect(page.getByRole('button', { name: 'Leave a message' })).toBeHidden()

  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Email address').fill('customer@demo.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password').fill(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect.poll(() => heard(page)).toHaveLength(3)
  expect(JSON.stringify(await heard(page))).toContain('"Mia Harris"')
  const layer = () => page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer)
  expect(await layer()).toEqual([{ event: 'login', userId: expect.stringMatching(/^\d+$/) }])

  // A page that is rendered on demand carries the mark and the policy too.
  await page.goto('/purchase/')
  await expect.poll(() => heard(page)).toHaveLength(3)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Hi, Mia' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(async () => (await heard(page))?.at(-1)).toEqual(['do', 'session:reset'])
  expect(violations).toEqual([])
  await context.close()
  await shop.stop()
})

test('without a vendor no page asks which chat there is', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Leave a message' })).toBeVisible()
  await page.waitForLoadState('load')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})
