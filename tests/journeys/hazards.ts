import { expect, type Locator, type Page } from '@playwright/test'
import type { PayOption } from '#lib/codes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'

/** Interruptions at each step, and what must survive them. */

const STEPS = [
  'Configure',
  'Quote',
  'Trade-in',
  'Owner details',
  'Finance pre-approval',
  'Confirmation',
  'Payment',
  'Complete',
]
/** Specification §2. */
const HIDDEN: Record<PayKind, string[]> = {
  cash: ['Finance pre-approval'],
  finance: [],
  lease: ['Trade-in'],
  reservation: ['Trade-in', 'Finance pre-approval'],
}
const shownSteps = (payOption: PayOption) =>
  STEPS.filter((step) => !HIDDEN[payKind(payOption)].includes(step))

/** The amounts beside a deal's price, as the summary shows them (decision 41). */
const AMOUNTS: Record<PayKind, (quote: Quote) => number[]> = {
  cash: ({ totals }) => [totals.depositDueCents, totals.driveAwayCents - totals.depositDueCents],
  finance: ({ totals, finance }) => [totals.depositDueCents, finance!.amountFinancedCents],
  lease: ({ finance }) => [
    finance!.paymentCents,
    finance!.totalPayableCents - finance!.paymentCents,
  ],
  reservation: ({ totals }) => [totals.depositDueCents],
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The step is open, its purchase too, and steps and deal are right. Answers its heading. */
export async function expectStep(page: Page, step: string, quote: Quote): Promise<string> {
  await expect(title(page)).toBeVisible()
  // What the page is called until the purchase is open.
  await expect(title(page)).not.toHaveText('Your purchase')
  const steps = page.getByRole('navigation', { name: 'Purchase steps' }).getByRole('listitem')
  await expect(steps).toHaveText(shownSteps(quote.payOption))
  await expect(steps.locator('[aria-current="step"]')).toHaveText(step)
  // At the end it is among the details of the purchase.
  const deal =
    step === 'Complete'
      ? page.getByRole('main')
      : page.getByRole('complementary', { name: 'Your deal' })
  for (const cents of [quote.totals.driveAwayCents, ...AMOUNTS[payKind(quote.payOption)](quote)])
    await expect(deal).toContainText(formatMoney(cents))
  return (await title(page).textContent()) ?? ''
}

/** A reload, Back and Forward, and a second tab: each time the same step with the same deal. */
export async function survives(page: Page, step: string, quote: Quote): Promise<void> {
  const heading = await expectStep(page, step, quote)
  const address = page.url()
  const isSame = async (tab: Page, what: string) => {
    await expect(title(tab), what).toHaveText(heading)
    expect(await expectStep(tab, step, quote), what).toBe(heading)
    await expect.poll(() => tab.url(), what).toBe(address)
  }
  await page.reload()
  await isSame(page, 'after a reload')
  await page.goBack()
  await expect(title(page)).toBeVisible()
  await page.goForward()
  await isSame(page, 'after Back and Forward')
  const second = await page.context().newPage()
  await second.goto(address)
  await isSame(second, 'in a second tab')
  await second.close()
}

/**
 * Presses a button while the connection is lost, and again once it is back: what needs the server says so, loses
 * nothing and does nothing twice; what needs none goes on.
 */
export async function pressOffline(page: Page, button: Locator, to: RegExp): Promise<void> {
  const context = page.context()
  const isThere = () => to.test(page.url())
  const trouble = page.getByText(/couldn’t reach the server/i).first()
  await context.setOffline(true)
  await button.click()
  await expect.poll(async () => isThere() || (await trouble.isVisible())).toBe(true)
  await context.setOffline(false)
  if (!isThere()) await button.click()
  // Pressed a moment before a try of the page’s own had its answer, it may have to be pressed once more.
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
  // A step whose code was asked for without a connection says so, now or in a moment, and loads when the
  // user retries after reconnecting.
  const again = page.getByRole('button', { name: 'Load again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(title(page)).not.toHaveText(/^(Your purchase|We couldn’t show this step)$/, {
      timeout: 500,
    })
  }).toPass({ timeout: 30_000 })
}
