import { expect, vi } from 'vitest'
import { cancelPurchase, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import type { WorkKind } from '#lib/staff/staff-lists.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { payByCard } from '#tests/api/trade-in/transfers.fixture.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'
import { cardShop } from '#tests/setup/shop-suite.ts'

// A deposit paid by card, and what the provider does with its money afterwards.

export const STAFF_ADDRESS = 'hello@tarvane.example'

/** A confirmed purchase whose deposit was paid by card. */
export async function paidByCard() {
  const journey = await confirmed(mia)
  const { paymentId, redirectUrl } = await payByCard(journey)
  await settlePayment(app.deps, paymentId)
  return { id: journey.id, journey, paymentId, page: redirectUrl }
}

/** Lets something happen to the money, and waits until the shop has taken in the notice of it. */
export async function happens(
  page: string,
  outcome: Parameters<typeof cardShop.atThePage>[1]['outcome'],
  notice: 'usual' | 'twice' | 'never' = 'usual',
) {
  // Mails of one instant have no order.
  app.clock.advance(1_000)
  const expected = cardShop.answered() + { usual: 1, twice: 2, never: 0 }[notice]
  await cardShop.atThePage(page, { outcome, notice })
  await vi.waitFor(() => expect(cardShop.answered()).toBe(expected), { timeout: 10_000 })
  // A payment being checked is due again within minutes; one with a known state, in an hour.
  const soon = new Date(app.clock.atMs + 30 * 60_000).toISOString()
  const asked = app.deps.db
    .selectFrom('provider_check')
    .select('reference')
    .where('due_at', '<', soon)
  await vi.waitFor(async () => expect(await asked.execute()).toEqual([]), { timeout: 10_000 })
  app.clock.advance(1_000)
}

export const cancel = ({ id }: { id: string }) => mia.call(cancelPurchase, { params: { id } })

export const recordOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseRecord, { params: { id } }))

export const forStaff = async (id: string) =>
  valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))

export const work = async (kind: WorkKind) =>
  valueOf(await sam.call(listWork, { query: { kind } })).items

/** The subjects of what was mailed to an address, the first one first. */
export const subjectsTo = async (to: string) =>
  valueOf(await app.browser()(listDemoMail, { query: { to } }))
    .messages.map(({ subject }) => subject)
    .reverse()
