import {
  configureTarn,
  confirmPurchase,
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
  const killAndStart = async () => {
    await storefront.kill()
    await storefront.start()
  }
  const buyer = newBuyer()

  await configureTarn(page)
  await startPurchase(page)
  await killAndStart()
  await page.reload()
  await continueTo(page, /contact-details/)
  await enterContactDetails(page, buyer)
  await killAndStart()
  await verify(page, buyer)
  await killAndStart()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  // What the browser was fetching for the next step as the process died, it fetches again.
  await killAndStart()
  await page.reload()
  await confirmPurchase(page, buyer)
  await killAndStart()
  await page.reload()
  await page.getByRole('button', { name: /^Pay deposit/ }).click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  await killAndStart()
  await page.getByRole('button', { name: 'Pay successfully' }).click()
  await expect(page).toHaveURL(/statusCode=PAID/)
  await killAndStart()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Your deposit is paid')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/complete$/)

  await context.close()
  await storefront.stop()
})
