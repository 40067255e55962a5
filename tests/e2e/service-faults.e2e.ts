import type { Locator, Page } from '@playwright/test'
import { arriveSignedIn } from './arrange.ts'
import { expect, test } from './test.ts'
import {
  MIA,
  heading,
  goOn,
  arriveAsMia,
  chooseService,
  chooseTime,
  seeDays,
  fillContact,
  bookAsVisitor,
  linkMailedTo,
} from './service.ts'

test('what the server refuses is said in its place, and nothing typed is lost', async ({
  page,
  expectAccessibleAtEveryWidth: look,
}) => {
  test.slow()
  test.info().annotations.push({ type: 'expected-fault', description: 'status of 503' })
  await page.goto('/service/')
  await page.getByLabel('Registration').fill('ABC123')
  await goOn(page)
  await chooseService(page, /Tasman Coast/, /Major service/)
  await chooseTime(page)
  await goOn(page)
  // No part of it is cut, however long.
  await fillContact(page, `hana.${'whitford-of-te-awamutu.'.repeat(4)}garden@mail.example`)
  await page.getByLabel('Last name').fill('Featherstonehaugh-Whitford-McGillicuddy')
  await page.getByLabel('Mobile phone').fill('12')
  await goOn(page)
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(page.getByText('Enter a phone number.')).toBeVisible()
  await expect(page.getByLabel('Mobile phone')).toBeFocused()
  await page.getByLabel('Mobile phone').fill('021 555 0142')
  await goOn(page)
  await expect(heading(page, 'Check your booking')).toBeFocused()
  await look()

  // As if the hold had lapsed, and others had come in between.
  await page.route('**/api/service/bookings', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'Conflict',
        message: 'Someone has just taken this time. Please choose another.',
        messages: [],
      }),
    }),
  )
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Choose a time')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    'Someone has just taken this time. Please choose another.',
  )
  await look()

  await page.unroute('**/api/service/bookings')
  const slots = '**/api/service/slots?*'
  await page.route(slots, (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the times')
  await look()
  await page.unroute(slots)
  await page.route(slots, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { days: { state: string; starts: string[] }[] }
    for (const day of answer.days) Object.assign(day, { state: 'CLOSED', starts: [] })
    await route.fulfill({ response, json: answer })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^There are no free times in/)).toBeVisible()
  await look()
  await page.unroute(slots)
  await page.reload()
  await chooseTime(page, 1)
  await goOn(page)
  await expect(page.getByLabel('Last name')).toHaveValue(/Whitford/)
  await goOn(page)
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
})

test('without a connection nothing is lost, and trying again books once', async ({ page }) => {
  const email = `offline.${Date.now()}@mail.example`
  await page.goto('/service/')
  await page.getByLabel('Registration').fill('ABC123')
  await goOn(page)
  await chooseService(page, /Otago/, /Warrant of Fitness/)
  await chooseTime(page)
  await goOn(page)
  await fillContact(page, email)
  await goOn(page)

  // The request arrives; its answer does not.
  await page.route(
    '**/api/service/bookings',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  test.info().annotations.push({ type: 'expected-fault', description: 'ERR_FAILED' })
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server')
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
  const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(email)}`)
  expect(((await answer.json()) as { messages: unknown[] }).messages).toHaveLength(1)
})

test('signing out forgets what was typed, on the screen and in storage', async ({ page }) => {
  await arriveAsMia(page)
  await page.getByRole('combobox', { name: 'Vehicle' }).selectOption({ index: 1 })
  await goOn(page)
  await chooseService(page, /Addington/, /Annual service/)
  await chooseTime(page)
  await goOn(page)
  await expect(page.getByLabel('First name')).toHaveValue('Mia')
  await page.getByLabel('Note for the workshop').fill('canary in the boot')

  await page.getByRole('button', { name: 'Hi, Mia' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()

  await expect(page.getByLabel('Registration')).toHaveValue('')
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(storage).not.toMatch(/canary|TOI101|Harris/)
  await page.goBack()
  await expect(page.getByText(/canary|Harris|TOI101/)).toHaveCount(0)
})

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator) {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  await expect(focused).toHaveCount(1)
  await expect(control).toBeFocused()
}

test('all of it is done with the keyboard alone', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)
  const main = page.getByRole('main')
  await page.goto('/service/')
  await tabTo(page, main.getByLabel('Registration'))
  await page.keyboard.type('key 1')
  await press('Enter')

  await expect(heading(page, 'Choose your dealer')).toBeFocused()
  await tabTo(page, main.getByRole('radio').first())
  await press('ArrowDown')
  await press('ArrowDown')
  await expect(main.getByRole('radio', { name: /Wairau Valley/ })).toBeChecked()
  await press('Enter')

  await expect(heading(page, 'Choose a service')).toBeFocused()
  await tabTo(page, main.getByRole('radio').first())
  await press('Space')
  await press('Enter')

  await expect(heading(page, 'Choose a time')).toBeFocused()
  const days = main.getByRole('group', { name: 'Day' }).locator('input:enabled')
  await expect(days.first()).toBeVisible()
  await tabTo(page, main.getByRole('button', { name: 'Later' }))
  await press('Enter')
  await expect(days.nth(5)).toBeVisible()
  await tabTo(page, days.first())
  await press('ArrowRight')
  await expect(days.nth(1)).toBeChecked()
  const times = main.getByRole('group', { name: /^Time on/ }).getByRole('radio')
  await tabTo(page, times.first())
  await press('ArrowRight')
  await expect(times.nth(1)).toBeChecked()
  await press('Enter')

  await expect(heading(page, 'Your details')).toBeFocused()
  for (const [label, text] of [
    ['First name', 'Kei'],
    ['Last name', 'Board'],
    ['Email address', 'kei@mail.example'],
    ['Mobile phone', '021 555 0143'],
  ] as const) {
    await tabTo(page, main.getByLabel(label))
    await page.keyboard.type(text)
  }
  await press('Enter')
  await expect(heading(page, 'Check your booking')).toBeFocused()
  await tabTo(page, main.getByRole('button', { name: 'Book service' }))
  await press('Enter')
  await expect(heading(page, 'Check your email')).toBeFocused()
  await page.goto(await linkMailedTo(page, 'kei@mail.example', /^Confirm your service booking/))
  await tabTo(page, main.getByRole('button', { name: 'Confirm booking' }))
  await press('Enter')
  await expect(heading(page, 'Your service is booked')).toBeFocused()
  await tabTo(page, main.getByRole('button', { name: 'Cancel booking' }))
  await press('Enter')
  await expect(heading(page, 'Cancel this booking?')).toBeFocused()
  await tabTo(page, main.getByRole('button', { name: 'Keep it' }))
  await press('Enter')
  await expect(main.getByRole('button', { name: 'Cancel booking' })).toBeFocused()
})

test('every step is accessible and fits every width', async ({
  page,
  expectAccessibleAtEveryWidth: look,
}) => {
  test.slow()
  const main = page.getByRole('main')
  await page.goto('/service/')
  await expect(heading(page, 'Your vehicle')).toBeVisible()
  await look()

  await arriveAsMia(page)
  await main.getByRole('combobox', { name: 'Vehicle' }).selectOption('Other')
  await look()
  await page.getByLabel('Registration').fill('ABC123')
  await goOn(page)
  await expect(heading(page, 'Choose your dealer')).toBeFocused()
  await goOn(page)
  await expect(page.getByText('Please choose a dealer')).toBeVisible()
  await look()
  await main.getByRole('radio', { name: /Addington/ }).check()
  await goOn(page)
  await expect(heading(page, 'Choose a service')).toBeFocused()
  await look()
  await main.getByRole('radio', { name: /Recall work/ }).check()
  await goOn(page)
  // A day that is full among those that are not.
  await page.route('**/api/service/slots?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { days: { state: string; starts: string[] }[] }
    const second = answer.days.filter(({ state }) => state === 'OPEN')[1]
    if (second) Object.assign(second, { state: 'FULL', starts: [] })
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await seeDays(page, 2)
  await expect(main.getByRole('radio', { name: /, full$/ })).toBeDisabled()
  await chooseTime(page)
  await look()
  await goOn(page)
  await expect(page.getByLabel('First name')).toHaveValue('Mia')
  await look()
  await goOn(page)
  await expect(heading(page, 'Check your booking')).toBeFocused()
  await look()
})

test('every screen of a booking is accessible and fits every width', async ({
  page,
  expectAccessibleAtEveryWidth: look,
}) => {
  test.slow()
  const email = `look.${Date.now()}@mail.example`
  await bookAsVisitor(page, email)
  await look()
  await page.goto(await linkMailedTo(page, email, /^Confirm your service booking/))
  await expect(heading(page, 'Confirm your service booking')).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await look()
  await page.getByRole('link', { name: 'Change booking' }).click()
  await chooseTime(page)
  await look()
  await page.goto('/service/#/booking/none?key=none')
  await expect(page.getByText('We couldn’t open this booking')).toBeVisible()
  await look()
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/agreements')
  await expect(page.getByRole('region', { name: 'Service bookings' })).toBeVisible()
  await look()
})
