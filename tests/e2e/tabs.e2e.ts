import { refreshTogether } from '#tests/tabs/refresh-together.ts'
import { arriveSignedIn } from './arrange.ts'
import { expect, test } from './test.ts'

// §4 "Only one refresh runs at a time", among the tabs of a browser. The long run is `npm run test:tabs`.

test('§4 six tabs that refresh together stay signed in, by one refresh', async ({ context }) => {
  const report = await refreshTogether(context, { tabs: 6, rounds: 3 })

  expect(report).toMatchObject({ signOuts: 0, faults: [] })
  // A busy machine may let two tabs refresh in one of the rounds.
  expect(report.refreshes).toBeLessThanOrEqual(4)
})

test('§4 without the tabs’ lock they stay signed in as well', async ({ context }) => {
  const report = await refreshTogether(context, { tabs: 4, rounds: 2, withLocks: false })

  expect(report).toMatchObject({ signOuts: 0, faults: [] })
})

test('§9 a clock that is a day off, either way, signs no one out', async ({ page }) => {
  await arriveSignedIn(page, 'customer@demo.example')
  for (const hours of [-24, 24]) {
    await page.evaluate((ms) => {
      const session = JSON.parse(localStorage.getItem('session:1') ?? '{}')
      session.token.refreshAt += ms
      localStorage.setItem('session:1', JSON.stringify(session))
    }, hours * 3_600_000)
    await page.goto('/customer/#/agreements')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'My Purchases' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hi, Mia' })).toBeVisible()
  }
})

test('§7 a token that the server no longer takes is refreshed once for all calls of a page', async ({
  page,
}) => {
  await arriveSignedIn(page, 'customer@demo.example')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session:1') ?? '{}')
    session.token.access_token = 'no-longer-taken'
    localStorage.setItem('session:1', JSON.stringify(session))
  })
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/token')) refreshes += 1
  })

  const listed = page.waitForResponse(
    (response) => response.url().includes('/quotes?') && response.ok(),
  )
  await page.goto('/customer/#/quotes')

  await listed
  await expect(page.getByRole('button', { name: 'Hi, Mia' })).toBeVisible()
  expect(refreshes).toBe(1)
})
