import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'
import { arriveSignedIn } from './arrange.ts'
import {
  continueTo,
  enterContactDetails,
  fillAddress,
  newBuyer,
  signIn,
  startPurchase,
  verify,
  type Buyer,
} from './main-job.ts'
import { expect, test } from './test.ts'

// §4 "Setting the access token to empty clears …": after signing out nothing personal is left, here or in any tab.

/** A person with distinctive details, which are found wherever they are left. */
const canary = (): Buyer => ({
  ...newBuyer(),
  firstName: 'Kanarie',
  lastName: 'Vogelsang',
  mobile: '021 555 0177',
})
const OF_THE_BUYER = ['Kanarie', 'Vogelsang', '555 0177', '5550177', 'Ponsonby Road']

/** Everything a browser keeps for the site or shows of it, as text. */
const remains = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stored = [localStorage, sessionStorage].map((area) => JSON.stringify({ ...area }))
    const databases = (await indexedDB.databases()).map(({ name }) => `database ${name}`)
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '),
      ),
    )
    const typed = [...document.querySelectorAll('input, select, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    const cookies = document.cookie
    const shown = [document.title, document.documentElement.outerHTML, history.state]
    return JSON.stringify([stored, databases, cached, typed, cookies, shown])
  })

async function expectNothingOf(canaries: readonly string[], pages: readonly Page[]) {
  for (const page of pages)
    await expect
      .poll(async () => {
        const left = await remains(page)
        return canaries.filter((each) => left.includes(each))
      }, page.url())
      .toEqual([])
}

/** The tokens that are stored now, and the ids of quotes that the server names from now on. */
async function secretsOf(page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => localStorage.getItem('session:1') ?? '{}')
  const { token } = JSON.parse(stored) as {
    token: { access_token: string; refresh_token: string }
  }
  return [token.access_token, token.refresh_token]
}
function quoteIdsOf(context: BrowserContext): Set<string> {
  const ids = new Set<string>()
  context.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    const text = await response.text().catch(() => '')
    for (const [, id] of text.matchAll(/"quoteId":"([^"]+)"/g)) ids.add(id!)
  })
  return ids
}

async function logOut(page: Page) {
  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: /^Hi, / }).click()
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expect(menu.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible()
}

test('§4 signing out leaves nothing of a buyer, in any tab, nor after Back', async ({
  page,
  context,
}) => {
  const buyer = canary()
  const quoteIds = quoteIdsOf(context)
  await page.goto('/build-and-quote/?model=tarn')
  await startPurchase(page)
  await continueTo(page, /contact-details/)
  await enterContactDetails(page, buyer)
  await verify(page, buyer)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  await expect(page.getByText('Ponsonby Road').first()).toBeVisible()
  const profile = await context.newPage()
  await profile.goto('/customer/#/profile')
  await expect(profile.getByLabel('Last name')).toHaveValue(buyer.lastName)
  const purchases = await context.newPage()
  await purchases.goto('/customer/#/agreements')
  await expect(purchases.getByRole('main')).toContainText('Tarn')
  await purchases.goto('/terms/')
  const canaries = [...OF_THE_BUYER, buyer.email, ...(await secretsOf(page)), ...quoteIds]
  expect(quoteIds.size).toBeGreaterThan(0)

  await logOut(profile)

  await expectNothingOf(canaries, [page, profile, purchases])
  await purchases.goBack()
  await expect(purchases.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.goto('/terms/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to continue' })).toBeVisible()
  await profile.reload()
  await expectNothingOf(canaries, [page, profile, purchases])
})

test('§4 signing out without a connection forgets at once, and reaches the server later', async ({
  page,
  context,
}) => {
  test.info().annotations.push({ type: 'expected-fault', description: 'ERR_INTERNET_DISCONNECTED' })
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto('/customer/#/profile')
  await expect(page.getByLabel('Last name')).toHaveValue('Harris')
  const other = await context.newPage()
  await other.goto('/customer/#/quotes')
  await expect(other.getByRole('button', { name: 'Hi, Mia' })).toBeVisible()
  const secrets = await secretsOf(page)
  const [accessToken] = secrets
  const isHeld = async () =>
    (
      await page.request.get('/api/me', { headers: { authorization: `Bearer ${accessToken}` } })
    ).status() === 200
  const revoked: string[] = []
  context.on('requestfinished', (request) => {
    if (request.url().endsWith('/auth/revoke'))
      revoked.push(new URLSearchParams(request.postData() ?? '').get('token') ?? '')
  })

  // The menu was not opened on this page yet.
  await Promise.all([page.waitForResponse(/_astro\/menu\./), page.reload()])
  await context.setOffline(true)
  await logOut(page)

  await expect(page.getByText(/^Failed to sign out: /)).toBeVisible()
  await expectNothingOf(['Mia', 'Harris', 'customer@demo.example', ...secrets], [page, other])
  expect(revoked).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => revoked.toSorted()).toEqual(secrets.toSorted())
  expect(await isHeld()).toBe(false)
})

test('§4 staff who stop acting, and sign out, leave nothing of the customer', async ({
  page,
  context,
}) => {
  const OF_MIA = ['Mia', 'Harris', 'customer@demo.example']
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto('/staff/#/search')
  const search = async () => {
    await page.getByRole('combobox', { name: 'Search by' }).selectOption('Email')
    await page.getByRole('main').getByLabel('Search', { exact: true }).fill('customer@demo.example')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Select' }).first().click()
    await expect(page.getByText('Acting for Mia Harris')).toBeVisible()
  }
  await search()
  const profile = await context.newPage()
  await profile.goto('/customer/#/profile')
  await expect(profile.getByLabel('Last name')).toHaveValue('Harris')
  const secrets = await secretsOf(page)

  await profile.getByRole('link', { name: 'Stop acting' }).click()
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText('Customer Search')
  await profile.goBack()
  await expect(profile.getByText('No customer is selected')).toBeVisible()
  await expectNothingOf(OF_MIA, [profile])

  await profile.goto('/staff/#/search')
  await page.goto('/terms/')
  await page.goto('/staff/#/search')
  await search()
  await logOut(page)
  const left = [...OF_MIA, 'Hi, Sam', 'Hello Sam', ...secrets]
  await expectNothingOf(left, [page, profile])
  // The door of the staff area names the sample staff to anybody.
  for (const tab of [page, profile]) await tab.goto('/terms/')
  await expectNothingOf([...left, 'staff@demo.example'], [page, profile])
})

test('§4 startOver forgets the session on this device only', async ({ page }) => {
  await page.goto('/terms/')
  await signIn(page, 'customer@demo.example', SAMPLE_PASSWORD)
  const secrets = await secretsOf(page)

  await page.goto('/terms/?startOver=1')

  await expect(page.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/terms\/$/)
  await expectNothingOf(['Mia', 'customer@demo.example', ...secrets], [page])
  const headers = { authorization: `Bearer ${secrets[0]}` }
  expect((await page.request.get('/api/me', { headers })).status()).toBe(200)
})

test('§4 a page in the back/forward cache shows no customer after signing out', async ({
  storefront,
}) => {
  // The one that the other tests use never keeps a page.
  const executablePath = wholeBrowserPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    // Tests do without the browser's memory of whole pages, people do not.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext({ baseURL: storefront.url, locale: 'en-NZ' })
  const page = await context.newPage()
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto('/customer/#/profile')
  await expect(page.getByLabel('Last name')).toHaveValue('Harris')
  await page.evaluate(() => {
    const marked = window as unknown as { isKept?: boolean }
    window.addEventListener('pageshow', ({ persisted }) => (marked.isKept = persisted))
  })
  await page.goto('/terms/')
  const secrets = await secretsOf(page)
  const other = await context.newPage()
  await other.goto('/')
  await logOut(other)

  // `goBack` waits for a load, and a kept page has none.
  await page.evaluate(() => history.back())

  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { isKept?: boolean }).isKept)).toBe(true)
  await expectNothingOf(['Mia', 'Harris', 'customer@demo.example', ...secrets], [page, other])
  await browser.close()
})
