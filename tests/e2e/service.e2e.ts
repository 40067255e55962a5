import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import { signIn } from './main-job.ts'
import { expect, test } from './test.ts'

const MIA = 'customer@demo.example'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const goOn = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Continue' }).click()

async function arriveAsMia(page: Page) {
  await arriveSignedIn(page, MIA)
  await page.goto('/service/')
}

/** From the vehicle to the time. */
async function chooseService(page: Page, dealer: RegExp, service: RegExp) {
  await expect(heading(page, 'Choose your dealer')).toBeFocused()
  await page.getByRole('radio', { name: dealer }).check()
  await goOn(page)
  await expect(heading(page, 'Choose a service')).toBeFocused()
  await page.getByRole('radio', { name: service }).check()
  await goOn(page)
  await expect(heading(page, 'Choose a time')).toBeFocused()
}

async function chooseTime(page: Page, nth = 0) {
  await page.getByRole('group', { name: 'Day' }).locator('input:enabled').nth(nth).check()
  await page
    .getByRole('group', { name: /^Time on/ })
    .getByRole('radio')
    .first()
    .check()
}

async function fillContact(page: Page, email: string) {
  await page.getByLabel('First name').fill('Hana')
  await page.getByLabel('Last name').fill('Whitford')
  await page.getByRole('main').getByLabel('Email address').fill(email)
  await page.getByLabel('Mobile phone').fill('021 555 0142')
}

/** A visitor's booking, as far as the screen that says what to do next. */
async function bookAsVisitor(page: Page, email: string) {
  await page.goto('/service/')
  await page.getByLabel('Registration').fill('abc 123')
  await goOn(page)
  await chooseService(page, /Te Rapa/, /Warrant of Fitness/)
  await chooseTime(page)
  await goOn(page)
  await expect(heading(page, 'Your details')).toBeFocused()
  await fillContact(page, email)
  await goOn(page)
  await expect(heading(page, 'Check your booking')).toBeFocused()
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
  await expect(page.getByText(`We’ve sent a link to ${email}. Open it by`)).toBeVisible()
}

/** The link of the newest message to an address. */
async function linkMailedTo(page: Page, email: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(email)}`)
      const { messages } = (await answer.json()) as {
        messages: { text: string; subject: string }[]
      }
      const found = messages.find((message) => subject.test(message.subject))
      link = /http\S+#\/booking\/\S+/.exec(found?.text ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link!
}

test('§2 a customer chooses one of their vehicles, or another', async ({ page }) => {
  await page.goto('/service/')
  await expect(heading(page, 'Your vehicle')).toBeVisible()
  await signIn(page, MIA, SAMPLE_PASSWORD)

  await expect(heading(page, 'Choose your vehicle')).toBeVisible()
  await expect(
    page.getByText(
      "Welcome Mia, please choose the vehicle that you'd like to book for a service:",
      { exact: true },
    ),
  ).toBeVisible()
  const vehicle = page.getByRole('combobox', { name: 'Vehicle' })
  await expect(vehicle.locator('option:enabled')).toHaveText([
    'TOI101 (Tarvane Cove 2021)',
    /^\w+ \(Tarvane \w+ \d{4}\)$/,
    'Other',
  ])

  // §5: Continue does nothing without a choice, nor for Other without text.
  await goOn(page)
  await expect(heading(page, 'Choose your vehicle')).toBeVisible()
  await expect(page).toHaveURL(/\/service\/$/)
  await vehicle.selectOption('Other')
  await goOn(page)
  await expect(page).toHaveURL(/\/service\/$/)
  await page.getByLabel('Registration').fill('1abc 234 nsw')
  await goOn(page)
  await expect(heading(page, 'Choose your dealer')).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText(
    '1ABC 234 NSW',
  )

  await page.goBack()
  await vehicle.selectOption({ label: 'TOI101 (Tarvane Cove 2021)' })
  await goOn(page)
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText(
    'TOI101 (Tarvane Cove 2021)',
  )
})

test('decision 69: an open recall goes from the profile into the booking in one press', async ({
  page,
}) => {
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/profile')
  const cars = page.getByRole('region', { name: 'My vehicles' })
  await expect(cars).toContainText('Urgent: this car has an open recall')
  await expect(cars).toContainText('Warrant of Fitness')
  await cars.getByRole('link', { name: 'Book the free repair of TOI101' }).click()

  await expect(page.getByText('The free recall repair is part of this booking')).toBeVisible()
  await chooseService(page, /Te Rapa/, /Annual service/)
  await chooseTime(page)
  await goOn(page)
  await fillContact(page, MIA)
  await goOn(page)
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Your service is booked')).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Front passenger airbag inflator')

  await page.goto('/customer/#/profile')
  await expect(cars.getByText('Booked service')).toBeVisible()
  await cars.getByRole('button', { name: 'Remove TOI102' }).click()
  await expect(cars.getByText('TOI102 is removed.')).toBeVisible()
  await expect(cars.getByRole('heading', { name: /TOI102/ })).toHaveCount(0)
  await cars.getByRole('button', { name: 'Undo' }).click()
  await expect(cars.getByRole('heading', { name: /TOI102/ })).toBeVisible()
})

test('§8 where ownerships fail the chooser is not shown', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/customer/*/ownerships', (route) => route.fulfill({ status: 404 }))
  await arriveAsMia(page)

  await expect(page.getByLabel('Registration')).toBeVisible()
  await expect(heading(page, 'Choose your vehicle')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveCount(0)
  await expect
    .poll(() => logged.some((line) => line.startsWith('The ownerships could not be loaded')))
    .toBe(true)
  await page.getByLabel('Registration').fill('TOI101')
  await goOn(page)
  await expect(heading(page, 'Choose your dealer')).toBeFocused()
})

test('a service is booked, found below My Purchases, changed and cancelled', async ({ page }) => {
  await arriveAsMia(page)
  await page.getByRole('combobox', { name: 'Vehicle' }).selectOption({ index: 1 })
  await goOn(page)
  await chooseService(page, /Addington/, /Annual service/)
  // The record says that this car has an engine, so that there is one price.
  await expect(page.getByRole('complementary', { name: 'Your booking' })).toContainText(
    /Price\$389Prices/,
  )
  await chooseTime(page)
  await goOn(page)

  // Filled from the customer, and there again after a reload.
  await expect(page.getByLabel('First name')).toHaveValue('Mia')
  await expect(page.getByText(/^We are holding .* for you until/)).toBeVisible()
  await page.getByLabel('Note to the workshop').fill('A rattle on the left')
  await page.reload()
  await expect(page.getByLabel('Note to the workshop')).toHaveValue('A rattle on the left')
  await expect(page.getByLabel('Last name')).toHaveValue('Harris')
  await goOn(page)
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Your service is booked')).toBeFocused()
  await expect(
    page.getByText('We have sent the confirmation to customer@demo.example'),
  ).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('service-booking.ics')
  const calendar = readFileSync(await file.path(), 'utf8')
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(calendar).toContain('SUMMARY:Annual service: TOI101\r\n')

  await page.goto('/customer/#/agreements')
  const list = page.getByRole('region', { name: 'Service bookings' })
  await expect(list).toContainText('Annual service, TOI101')
  await list.getByRole('link', { name: /^Open.*Annual service, TOI101/ }).click()
  await expect(heading(page, 'Your service booking')).toBeVisible()

  await page.getByRole('link', { name: 'Change booking' }).click()
  await expect(heading(page, 'Change your booking')).toBeFocused()
  await page
    .getByLabel('Service', { exact: true })
    .selectOption({ label: 'Warrant of Fitness: $75' })
  await chooseTime(page, 1)
  await page.getByRole('button', { name: 'Change booking' }).click()
  await expect(page.getByText('Your booking is changed')).toBeVisible()
  await expect(page.getByText('Warrant of Fitness, about 1 hour')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(heading(page, 'Cancel this booking?')).toBeFocused()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(heading(page, 'This booking is cancelled')).toBeFocused()
})

test('a visitor books, and comes back by the link of the mail', async ({ page, browser }) => {
  const email = `hana.${Date.now()}@mail.example`
  await bookAsVisitor(page, email)
  // Nothing of it stays behind in the browser but the dealer.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(
    /Whitford|mail\.example|ABC123|0142/,
  )
  // Nor in its history: the steps are over, and one Back leaves.
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
  await page.goForward()
  await expect(heading(page, 'Check your email')).toBeVisible()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(await linkMailedTo(page, email, /^Confirm your service booking/))
  await expect(heading(other, 'Confirm your service booking')).toBeVisible()
  await other.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(heading(other, 'Your service is booked')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'Your service booking')).toBeVisible()
  const link = await linkMailedTo(page, email, /^Your service is booked/)
  await other.goto('about:blank')
  await other.goto(link)
  await expect(heading(other, 'Your service booking')).toBeVisible()
  await expect(other.getByText('ABC123')).toBeVisible()
  await other.getByRole('button', { name: 'Cancel booking' }).click()
  await other.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(heading(other, 'This booking is cancelled')).toBeVisible()
  await linkMailedTo(page, email, /is cancelled/)

  await other.goto('about:blank')
  await other.goto(link.replace(/key=../, 'key=--'))
  await expect(other.getByText('We could not open this booking')).toBeVisible()
  await other.goto('about:blank')
  await other.goto(link.replace(/\?key=.*/, ''))
  await expect(other.getByText('Sign in to see this booking')).toBeVisible()
  await elsewhere.close()
})

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
  await expect(page.getByText('Mobile phone is not a phone number')).toBeVisible()
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
        message: 'Somebody has just taken this time. Please choose another.',
        messages: [],
      }),
    }),
  )
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Choose a time')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    'Somebody has just taken this time. Please choose another.',
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
  await expect(page.getByText(/^No times are free in/)).toBeVisible()
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
  await expect(page.getByRole('alert')).toContainText('We could not reach the server')
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
  await page.getByLabel('Note to the workshop').fill('canary in the boot')

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
  await expect(page.getByText('We could not open this booking')).toBeVisible()
  await look()
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/agreements')
  await expect(page.getByRole('region', { name: 'Service bookings' })).toBeVisible()
  await look()
})
