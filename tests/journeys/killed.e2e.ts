import {
  configureTarn,
  confirmAndPayThroughKills,
  continueTo,
  enterContactDetails,
  fillAddress,
  newBuyer,
  startPurchase,
  verify,
} from '#tests/e2e/main-job.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { expect, test } from '#tests/e2e/test.ts'

test('a process that is killed at every step has lost nothing that was acknowledged', async ({
  browser,
}) => {
  const storefront = await Storefront.start()
  const context = await browser.newContext({ baseURL: storefront.url, locale: 'en-NZ' })
  const page = await context.newPage()
  const buyer = newBuyer()

  await configureTarn(page)
  await startPurchase(page)
  await storefront.killAndStart()
  await page.reload()
  await continueTo(page, /contact-details/)
  await enterContactDetails(page, buyer)
  await storefront.killAndStart()
  await verify(page, buyer)
  await storefront.killAndStart()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  await confirmAndPayThroughKills(page, storefront, buyer)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/complete$/)

  await context.close()
  await storefront.stop()
})
