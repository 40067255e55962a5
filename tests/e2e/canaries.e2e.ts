import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { codeMailedTo, expect, test } from './test.ts'
import { continueTo, enterContactDetails, newBuyer, signIn, startPurchase } from './main-job.ts'

// Confidential input goes to the server only: the browser stores it nowhere, and no address contains it.
// The same on the server: tests/api/access/storage-canaries.test.ts. Signing out: forgotten.e2e.ts.

const MIA = 'customer@demo.example'

/** The addresses that a page asks for and shows, as they come. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

/** All that a browser keeps for the site, as text. */
async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      databases,
      caches,
    ])
  })
  return kept + JSON.stringify(await page.context().cookies())
}

async function expectNowhere(page: Page, addresses: readonly string[], ...secrets: string[]) {
  const kept = await keptBy(page)
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  const asked = decodeURIComponent([...addresses, page.url()].join('\n').replaceAll('+', ' '))
  expect(secrets.filter((secret) => asked.includes(secret))).toEqual([])
}

test('passwords and codes are kept nowhere in the browser, and in no address', async ({ page }) => {
  const addresses = addressesOf(page)
  const buyer = newBuyer()
  await page.goto('/build-and-quote/?model=tarn')
  await startPurchase(page)
  await continueTo(page, /contact-details/)
  await enterContactDetails(page, buyer)
  const code = await codeMailedTo(page, buyer.email)
  await page.getByLabel('Verification code').fill(code)
  await expectNowhere(page, addresses, code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('button', { name: `Hi, ${buyer.firstName}` })).toBeVisible()
  await expectNowhere(page, addresses, code)
  await page.goto('/?startOver=1')
  await expect(page).toHaveURL(/\/$/)

  await signIn(page, MIA, SAMPLE_PASSWORD)
  await expectNowhere(page, addresses, SAMPLE_PASSWORD)
  await page.goto('/customer/#/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  const main = page.getByRole('main')
  await main.getByLabel('Current password').fill('no canary ever said this')
  await main.getByLabel('New password').fill('seven canaries on a wire')
  await expectNowhere(page, addresses, 'canary ever', 'seven canaries')
  // Proves the search would find something.
  expect(addresses.length).toBeGreaterThan(20)
  expect(await keptBy(page)).toContain('access_token')
})

test('a licence and the answers for finance are kept nowhere in the browser, and in no address', async ({
  page,
  context,
}) => {
  const addresses = addressesOf(page)
  const { started } = await callsOf(context.request, MIA)
  const { id } = await started({ payOption: 'LOANCLASIC' })
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${id}/owner-details/confirmation`)
  await page.getByLabel('Licence number').fill('QX987654')
  await page.getByLabel('Licence version').fill('321')
  await expectNowhere(page, addresses, 'QX987654')

  await page.goto(`/purchase/#/${id}/finance`)
  await page.getByLabel('Licence number').fill('QZ987654')
  await page.getByLabel('Licence number').blur()
  await expectNowhere(page, addresses, 'QZ987654', 'QX987654')
  // Put away by leaving the step, and there again from the server.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Your purchase')
  await expectNowhere(page, addresses, 'QZ987654', 'QX987654')
})
