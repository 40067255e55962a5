import { readFileSync } from 'node:fs'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import { signIn } from './main-job.ts'
import { expect, test } from './test.ts'
import {
  MIA,
  heading,
  goOn,
  arriveAsMia,
  chooseService,
  chooseTime,
  fillContact,
  bookAsVisitor,
  linkMailedTo,
} from './service.ts'

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

test('decision 69: an outstanding recall goes from the profile into the booking in one press', async ({
  page,
}) => {
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/profile')
  const cars = page.getByRole('region', { name: 'My vehicles' })
  await expect(cars).toContainText('Urgent: this car has an outstanding recall')
  await expect(cars).toContainText('Warrant of Fitness')
  await expect(cars).toContainText('Registration (rego)')
  await cars.getByRole('link', { name: 'Book the free repair for TOI101' }).click()

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
  await expect(cars.getByText('TOI102 has been removed.')).toBeVisible()
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
  await expect(page.getByText(/^We’re holding .* for you until/)).toBeVisible()
  await page.getByLabel('Note for the workshop').fill('A rattle on the left')
  await page.reload()
  await expect(page.getByLabel('Note for the workshop')).toHaveValue('A rattle on the left')
  await expect(page.getByLabel('Last name')).toHaveValue('Harris')
  await goOn(page)
  await page.getByRole('button', { name: 'Book service' }).click()
  await expect(heading(page, 'Your service is booked')).toBeFocused()
  await expect(
    page.getByText('We’ve emailed the confirmation to customer@demo.example'),
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
  const booked = list.getByRole('listitem').filter({ hasText: 'Addington' })
  await booked.getByRole('link', { name: /^Open.*Annual service, TOI101/ }).click()
  await expect(heading(page, 'Your service booking')).toBeVisible()

  await page.getByRole('link', { name: 'Change booking' }).click()
  await expect(heading(page, 'Change your booking')).toBeFocused()
  await page
    .getByLabel('Service', { exact: true })
    .selectOption({ label: 'Warrant of Fitness: $75' })
  await chooseTime(page, 1)
  await page.getByRole('button', { name: 'Change booking' }).click()
  await expect(page.getByText('Your booking has been changed')).toBeVisible()
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
  await expect(other.getByText('We couldn’t open this booking')).toBeVisible()
  await other.goto('about:blank')
  await other.goto(link.replace(/\?key=.*/, ''))
  await expect(other.getByText('Sign in to see this booking')).toBeVisible()
  await elsewhere.close()
})
