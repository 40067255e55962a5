import sharp from 'sharp'
import { expect, test } from './test.ts'

test('a visitor watches a car, confirms it by the link that is mailed, and stops it by the same', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/build-and-quote/?kdcd=TN27H-B&colour=WHP')
  await page.getByText('More ways to keep this quote').click()
  await page.getByRole('button', { name: 'Watch price and stock' }).click()
  const email = page.getByLabel('Email address')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(email).toBeFocused()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessible()
  await email.fill('watcher@post.example')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expectAccessible()

  const mail = await page.request.get('/api/demo/mail?to=watcher@post.example')
  const { messages } = (await mail.json()) as { messages: { text: string }[] }
  await page.goto(/http\S+\/watch\/#\/\S+/.exec(messages[0]!.text)![0])
  await expect(page.getByRole('heading', { name: /^Tarn 1.5 Hybrid Plus in/ })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await expect(page.getByText('Confirmed. We’ll email you')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { name: 'We’ve stopped' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('This link no longer works.')).toBeVisible()
})

test('a quote is shared by a link that shows the same figures on any device', async ({
  page,
  browser,
  storefront,
  expectAccessible,
}) => {
  await page.goto('/build-and-quote/?kdcd=TN27H-B&colour=WHP&pay=LOANFLEXI')
  const price = page.getByLabel('Drive-away price')
  await expect(price).toHaveText('$46,790')
  await page.getByText('More ways to keep this quote').click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByLabel('Link to this quote').inputValue()
  await expectAccessible()

  const other = await browser.newContext({ baseURL: storefront.url })
  const visitor = await other.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Tarn 1.5 Hybrid Plus' })).toBeFocused()
  await expect(visitor.getByRole('article')).toContainText('$46,790')
  await expect(visitor.getByRole('article')).toContainText('Total amount payable')

  await visitor.getByLabel('Quote code').fill('0000-0000-0000-0000')
  await visitor.getByRole('button', { name: 'Show the quote' }).click()
  await expect(visitor.getByText('We couldn’t find a quote with this code')).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(0)
  await other.close()
})

test('a visitor without an account has the quote emailed, and loses nothing of it on the way', async ({
  page,
  browser,
  storefront,
  expectAccessible,
}) => {
  const address = 'first.quote@post.example'
  const mailed = async () => {
    const mail = await page.request.get(`/api/demo/mail?to=${address}`)
    return ((await mail.json()) as { messages: { subject: string; text: string }[] }).messages
  }
  await page.goto('/build-and-quote/?kdcd=TN27H-B&colour=WHP&accessories=DASH&pay=LOANFLEXI')
  const price = page.getByLabel('Drive-away price')
  await expect(price).toHaveText('$47,439')
  await page.getByRole('button', { name: 'Email quote' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Your quote is waiting')).toBeVisible()
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Reid')
  await page.locator('main').getByLabel('Email address').fill(address)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  const [welcome] = await mailed()
  await page.getByLabel('Verification code').fill(/\b\d{6}\b/.exec(welcome!.text)![0])
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page.getByText(`on its way to ${address}`)).toBeVisible()
  await expect(price).toHaveText('$47,439')
  expect(page.url()).toContain('colour=WHP')
  const [quote] = await mailed()
  expect(quote!.subject).toContain('Tarn 1.5 Hybrid Plus')
  expect(quote!.text).toContain('$47,439')

  // The link, signed out on another device, and then signed in there.
  const link = /http\S+quoteId=\S+/.exec(quote!.text)![0]
  const other = await browser.newContext({ baseURL: storefront.url })
  const reader = await other.newPage()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Tarn 1.5 Hybrid Plus' })).toBeFocused()
  await expect(reader.getByRole('article')).toContainText('$47,439')
  await expect(reader.getByRole('button', { name: 'Start purchase' })).toHaveCount(0)
  await reader.goto(link.split('#')[0]!)
  await expect(
    reader.getByRole('heading', { name: 'Sign in to open your saved quote' }),
  ).toBeFocused()
  await expect(reader.locator('main')).not.toContainText('$')
  await expectAccessible(reader)
  await other.close()
})

test('the car stays in view until another colour has loaded', async ({ page }) => {
  await page.goto('/build-and-quote/?model=tarn&colour=RDB')
  const car = page.locator('.builder__car').first()
  await expect(car).toHaveAttribute('src', '/art/tarn-RDB.svg')
  await expect.poll(() => car.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  const redness = async () => {
    const [red, green] = (await sharp(await car.screenshot()).stats()).channels
    return red!.mean - green!.mean
  }
  const before = await redness()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('/art/tarn-WHS.svg', async (route) => {
    await released
    await route.continue()
  })

  await page.getByRole('radio', { name: 'Surf White' }).check()
  await expect(car).toHaveAttribute('src', '/art/tarn-WHS.svg')
  expect(await redness()).toBeCloseTo(before, 0)
  release()
  await expect.poll(redness).toBeLessThan(before / 2)
})
