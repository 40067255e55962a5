import { expect } from 'vitest'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { checkPoliPayment, decideReview, startPoliPayment } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { app, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { bankShop } from '#tests/setup/shop-suite.ts'

// A deposit at a bank that has sent no receipt.

/** The page asks again: the provider is asked once in three seconds. */
export const check = async (token: string) => {
  app.clock.advance(3_000)
  return valueOf(await app.browser()(checkPoliPayment, { body: { token } })).statusCode
}
export const nudge = (token: string) =>
  app.request('/api/poli/nudge', {
    method: 'POST',
    body: new URLSearchParams({ Token: token }),
  })
export const journeyOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
export const toReview = async () =>
  valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items
export const decide = (
  id: string,
  paymentId: string,
  outcome: 'RECEIVED' | 'SEND_BACK' | 'NOTHING_CAME',
) => sam.call(decideReview, { params: { id }, body: { paymentId, outcome } })
export const mails = async () =>
  valueOf(
    await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
  ).messages.filter(({ subject }) => /check|refund|received/.test(subject))

/** A deposit whose bank has sent no receipt. */
export async function underReview() {
  const { id } = await confirmed(mia)
  const { token, navigateUrl } = valueOf(
    await mia.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } }),
  )
  await bankShop.atThePage(navigateUrl, { outcome: 'unverified', notice: 'never' })
  expect(await check(token)).toBe('NEEDS_REVIEW')
  const [review] = await toReview()
  return { id, token, paymentId: review!.id }
}
export const providerSays = (status: string, paidCents: number) =>
  bankShop.provider((database) =>
    database.prepare('update transfer set status = ?, paid_cents = ?').run(status, paidCents),
  )

/** Goes to a moment, and signs Mia and Sam in there. */
export const goTo = async (moment: string) => {
  app.clock.atMs = Date.parse(moment)
  await signInAgain()
}

/** Tuesday, 2 pm in New Zealand, and the Wednesday, 6 pm, by which an answer is due then. */
export const BEGUN = '2026-11-24T01:00:00.000Z'
export const ANSWER_BY = '2026-11-25T05:00:00.000Z'
