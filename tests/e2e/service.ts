import type { Page } from '@playwright/test'
import { arriveSignedIn } from './arrange.ts'
import { expect } from './test.ts'

// What the tests of the service booking have in common.

export const MIA = 'customer@demo.example'
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const goOn = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Continue' }).click()

export async function arriveAsMia(page: Page) {
  await arriveSignedIn(page, MIA)
  await page.goto('/service/')
}

/** From the vehicle to the time. */
export async function chooseService(page: Page, dealer: RegExp, service: RegExp) {
  await expect(heading(page, 'Choose your dealer')).toBeFocused()
  await page.getByRole('radio', { name: dealer }).check()
  await goOn(page)
  await expect(heading(page, 'Choose a service')).toBeFocused()
  await page.getByRole('radio', { name: service }).check()
  await goOn(page)
  await expect(heading(page, 'Choose a time')).toBeFocused()
}

/** Turns to the next month where fewer free days are left in this one. */
export async function seeDays(page: Page, count: number) {
  const days = page.getByRole('group', { name: 'Day' }).locator('input:enabled')
  await expect(days.first()).toBeVisible()
  if ((await days.count()) < count) await page.getByRole('button', { name: 'Later' }).click()
  await expect(days.nth(count - 1)).toBeVisible()
  return days
}

export async function chooseTime(page: Page, nth = 0) {
  await (await seeDays(page, nth + 1)).nth(nth).check()
  await page
    .getByRole('group', { name: /^Time on/ })
    .getByRole('radio')
    .first()
    .check()
}

export async function fillContact(page: Page, email: string) {
  await page.getByLabel('First name').fill('Hana')
  await page.getByLabel('Last name').fill('Whitford')
  await page.getByRole('main').getByLabel('Email address').fill(email)
  await page.getByLabel('Mobile phone').fill('021 555 0142')
}

/** A visitor's booking, as far as the screen that says what to do next. */
export async function bookAsVisitor(page: Page, email: string) {
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
export async function linkMailedTo(page: Page, email: string, subject: RegExp): Promise<string> {
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
