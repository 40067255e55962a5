import { expect, test } from './test.ts'

test('a quote is shared by a link that shows the same figures on any device', async ({
  page,
  browser,
  storefront,
  expectAccessible,
}) => {
  await page.goto('/build-and-quote/?kdcd=TN27H-B&colour=WHP&pay=LOANFLEXI')
  const price = page.getByLabel('Drive-away price')
  await expect(price).toHaveText('$46,790')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByLabel('Link to this quote').inputValue()
  await expectAccessible()

  const other = await browser.newContext({ baseURL: storefront.url })
  const visitor = await other.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Tarn 1.5 Hybrid Plus' })).toBeFocused()
  await expect(visitor.getByRole('article')).toContainText('$46,790')
  await expect(visitor.getByRole('article')).toContainText('Total amount payable')

  await visitor.getByLabel('Verification code').fill('0000-0000-0000-0000')
  await visitor.getByRole('button', { name: 'Show the quote' }).click()
  await expect(visitor.getByText('No quote has this code')).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(0)
  await other.close()
})
