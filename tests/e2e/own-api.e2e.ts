import type { Response } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { WEB_CLIENT } from '#server/api-clients/oauth.ts'
import { freePort } from '#tests/setup/free-port.ts'
import {
  configureTarn,
  confirmPurchase,
  continueTo,
  enterContactDetails,
  fillAddress,
  newBuyer,
  pay,
  signIn,
  startPurchase,
  verify,
} from './main-job.ts'
import { startBrandApi, type BrandApi } from './own-api.ts'
import { Storefront } from './server.ts'
import { expect, test as base } from './test.ts'

/** The storefront is in front of an API that serves only the specification's calls. */
const test = base.extend<object, { frontPort: number; shop: Storefront; api: BrandApi }>({
  frontPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  shop: [
    async ({ frontPort }, use) => {
      // Buyers come back from its payment page to the storefront.
      const shop = await Storefront.start({ SITE_URL: `http://localhost:${frontPort}` })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ shop }, use) => {
      const api = await startBrandApi(shop.url)
      await use(api)
      await api.stop()
    },
    { scope: 'worker' },
  ],
  storefront: [
    async ({ frontPort, api }, use) => {
      const front = new Storefront(frontPort, {
        API_URL: api.url,
        API_CLIENT: `${WEB_CLIENT.id}:${WEB_CLIENT.secret}`,
        DEMO: 'off',
      })
      await front.start()
      await use(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
})

test('a car is bought in front of an API of 41 calls, and nothing leads to what it has not', async ({
  page,
  context,
  shop,
  api,
}) => {
  const missing: string[] = []
  const noteMissing = (answer: Response) => {
    if (answer.url().includes('/api/') && [404, 405, 502].includes(answer.status()))
      missing.push(`${answer.request().method()} ${answer.url()}`)
  }
  context.on('response', noteMissing)
  // The payment provider's page, and the way back from it: the API has an address of its own for that.
  const atShop = (url: string) => `${shop.url}${new URL(url).pathname}${new URL(url).search}`
  await context.route('**/demo/card/**', async (route) => {
    const answer = await route.fetch({ url: atShop(route.request().url()), maxRedirects: 0 })
    const { location } = answer.headers()
    if (!location?.includes('/api/stripe/return')) return route.fulfill({ response: answer })
    const back = await page.request.get(atShop(location), { maxRedirects: 0 })
    await route.fulfill({ response: back })
  })

  const buyer = newBuyer()
  await configureTarn(page)
  await expect(page.getByRole('button', { name: 'Save quote' })).toBeVisible()
  await page.getByText('More ways to keep this quote').click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  for (const name of ['Share', 'PDF', 'Watch price and stock', 'Leave a message'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await startPurchase(page)
  await continueTo(page, /owner-details\/contact-details/)
  await expect(page.getByRole('navigation', { name: 'Purchase steps' })).not.toContainText(
    'Finance',
  )
  await enterContactDetails(page, buyer)
  await verify(page, buyer, shop.url)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  await expect(page.getByRole('main')).toContainText('$47,439')
  await expect(page.getByRole('main')).toContainText('Cloud Pearl')
  await confirmPurchase(page, buyer)
  await pay(page, 'Pay successfully')
  await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
  await expect(page.getByRole('main')).toContainText('$1,000')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Thank you|It’s )/ })).toBeVisible()

  await test.step('the account has what the API has', async () => {
    await page.goto('/customer/#/agreements')
    await expect(page.getByRole('main')).toContainText('Tarn')
    await page.goto('/customer/#/quotes')
    await expect(page.getByRole('main')).toContainText('Tarn')
    await page.goto('/customer/#/profile')
    await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeHidden()
  })

  await test.step('no link leads to a page that is off', async () => {
    for (const path of ['/', '/contact/', '/models/tarn/', '/recalls/', '/sitemap.xml']) {
      const html = await (await page.request.get(path)).text()
      expect(html, path).not.toMatch(/\/(service|test-drive|quote|watch)\/["?<]/)
    }
    for (const path of [
      '/service/',
      '/test-drive/',
      '/quote/',
      '/watch/',
      '/order/',
      '/demo/mail/',
    ])
      expect((await page.request.get(path)).status(), path).toBe(404)
  })

  await test.step('staff find the customer', async () => {
    const staff = await context.browser()!.newContext()
    staff.on('response', noteMissing)
    const desk = await staff.newPage()
    await desk.goto(new URL('/staff/#/search', page.url()).href)
    await signIn(desk, 'staff@demo.example', SAMPLE_PASSWORD)
    await desk.getByRole('combobox', { name: 'Search by' }).selectOption('Email')
    await desk.getByRole('main').getByLabel('Search', { exact: true }).fill(buyer.email)
    await desk.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await desk.getByRole('button', { name: 'Select' }).first().click()
    await desk
      .getByRole('banner')
      .getByRole('button', { name: `Hi, ${buyer.firstName}` })
      .click()
    await expect(desk.getByText('You are currently signed in to a customer account.')).toBeVisible()
    await expect(desk.getByRole('link', { name: 'Work list' })).toBeHidden()
    await staff.close()
  })

  expect(missing).toEqual([])

  await test.step('without the API pages stand, and calls say so', async () => {
    // The page that is open may be making a call.
    await page.goto('about:blank')
    await api.stop()
    const ready = await page.request.get('/healthz/ready')
    expect([ready.status(), await ready.text()]).toEqual([
      200,
      'ready, but the API does not answer',
    ])
    expect((await page.request.get('/healthz/api')).status()).toBe(503)
    expect((await page.request.get('/models/tarn/')).status()).toBe(200)
    const answer = await page.request.get('/api/dealers')
    expect(answer.status()).toBe(503)
    expect(await answer.json()).toMatchObject({
      message: 'The system is currently unavailable, please try again in a couple of minutes.',
    })
  })
})
