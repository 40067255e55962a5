import { customerActor, unlessRefused } from '#tests/setup/direct-calls.ts'
import type { PaymentMethod } from '#lib/codes.ts'
import type { Db } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import {
  checkPayment,
  handlePoliNudge,
  handleStripeWebhook,
  returnFromBank,
  returnFromCard,
} from '#server/payments/callbacks.ts'
import { startBankPayment, startCardPayment } from '#server/payments/payments.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { startApplication } from '#tests/setup/application.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'
import { Agenda } from './agenda.ts'
import { faultyProviders } from './providers.ts'
import { randomOf } from './random.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { type Books, compare } from './books.ts'

/** What one buyer goes through; shares of one. */
const SHARES = {
  /** Of calls to a provider: lost on the way there, and again on the way back. */
  providerFaults: 0.05,
  /** Buyers who pay at the page; the others leave it. */
  pay: 0.85,
  /** Buyers who open both ways to pay, and pay on both pages. */
  payTwice: 0.06,
  noticeLost: 0.1,
  noticeTwice: 0.2,
  noticeThrice: 0.1,
  /** Notices that come hours or days late; the others within a minute. */
  noticeLate: 0.1,
  returnLost: 0.3,
  check: 0.3,
}

export interface SimulationReport extends Books {
  payments: number
  seed: number
  notices: number
  sweeps: number
  providerCalls: number
  tookMs: number
}

/**
 * Lets buyers pay deposits with the real services on a database, while the providers lose calls and answers,
 * and notices are lost, doubled, reordered and late; then compares both sides of the books.
 *
 * @param payments How many purchases are paid for.
 */
export async function simulatePayments(
  db: Db,
  { payments, seed }: { payments: number; seed: number },
  /** Told how many have been begun. */
  onBegun: (count: number) => void = () => {},
): Promise<SimulationReport> {
  const began = performance.now()
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  const app = startApplication(db, { env: { CHECK_ANSWERS: 'off' } })
  await seedDemo(app.deps)
  const providers = faultyProviders(chance, app.clock.now, SHARES.providerFaults)
  const deps = { ...app.deps, card: providers.card, bank: providers.bank }
  const mia = await arrive(app)
  const actor = customerActor(mia.customerId)
  const journeys = await manyConfirmed(db, await confirmed(mia), payments)

  const agenda = new Agenda<() => Promise<unknown>>()
  const later = (ms: number, run: () => Promise<unknown>) => agenda.plan(app.clock.atMs + ms, run)
  let notices = 0
  let sweeps = 0
  let eventIds = 0
  let begun = 0
  const paidAt = new Map<string, number>()

  async function start(id: string, method: PaymentMethod): Promise<string | null> {
    const wanted = { purchaseJourneyId: id, paymentType: 'DEPOSIT' } as const
    for (let attempt = 0; attempt < 8; attempt++) {
      // Where a service cannot go on, the buyer has to try again. Anything but a refusal is a fault.
      const reference = await unlessRefused(
        method === 'STRIPE'
          ? startCardPayment(deps, actor, wanted).then(({ sessionId }) => sessionId)
          : startBankPayment(deps, actor, wanted).then(({ token }) => token),
      )
      if (reference) return reference
    }
    return null
  }

  function payAt(id: string, method: PaymentMethod, reference: string) {
    if (!providers.pay(method, reference)) return
    if (!paidAt.has(id)) paidAt.set(id, app.clock.atMs)
    const eventId = `event-${eventIds++}`
    const notify = async () => {
      notices += 1
      await (method === 'STRIPE'
        ? handleStripeWebhook(deps, Buffer.from(`${eventId} ${reference}`), 'genuine')
        : handlePoliNudge(deps, reference))
    }
    if (!chance(SHARES.noticeLost)) {
      const times = chance(SHARES.noticeThrice) ? 3 : chance(SHARES.noticeTwice) ? 2 : 1
      for (let time = 0; time < times; time++)
        later(random() * (chance(SHARES.noticeLate) ? 3 * DAY_MS : MINUTE_MS), notify)
    }
    if (!chance(SHARES.returnLost))
      later(random() * MINUTE_MS, () =>
        unlessRefused<unknown>(
          method === 'STRIPE'
            ? returnFromCard(deps, { session_id: reference })
            : returnFromBank(deps, reference),
        ),
      )
    if (chance(SHARES.check))
      later(random() * 5 * MINUTE_MS, () => unlessRefused(checkPayment(deps, method, reference)))
  }

  for (const id of journeys)
    later(random() * DAY_MS, async () => {
      onBegun((begun += 1))
      const method: PaymentMethod = chance(0.5) ? 'STRIPE' : 'POLI'
      const methods: PaymentMethod[] = chance(SHARES.payTwice) ? ['STRIPE', 'POLI'] : [method]
      const pages = []
      for (const one of methods) pages.push({ one, reference: await start(id, one) })
      for (const { one, reference } of pages)
        if (reference && chance(SHARES.pay))
          later(random() * 20 * MINUTE_MS, async () => payAt(id, one, reference))
    })
  // The sweeper runs at intervals, as its job does, while there are events.
  const sweepEvery = async (): Promise<void> => {
    sweeps += 1
    await checkDuePayments(deps)
    await sendRefunds(deps)
  }

  const endAt = app.clock.atMs + 5 * DAY_MS
  for (let next = agenda.next(); next; next = agenda.next()) {
    app.clock.atMs = Math.max(app.clock.atMs, next.at)
    await next.what()
    if (chance(0.25)) await sweepEvery()
  }
  // Then only time passes.
  while (app.clock.atMs < endAt) {
    const due = await nextDue(db)
    if (due === null) break
    app.clock.atMs = Math.max(app.clock.atMs, due)
    await sweepEvery()
  }
  const report = await compare(db, providers, journeys, paidAt)
  const providerCalls = providers.calls()
  providers.close()
  return {
    payments,
    seed,
    notices,
    sweeps,
    providerCalls,
    ...report,
    tookMs: Math.round(performance.now() - began),
  }
}

/** When the next payment or refund is looked at; `null` when there is none to look at. */
async function nextDue(db: Db): Promise<number | null> {
  const payment = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.min('next_check_at').as('at'))
    .executeTakeFirst()
  const refund = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.min('next_attempt_at').as('at'))
    .executeTakeFirst()
  const times = [payment?.at, refund?.at].filter((at) => typeof at === 'string')
  return times.length === 0 ? null : Math.min(...times.map((at) => Date.parse(at)))
}

/** A confirmed purchase, as often as it takes: written, because confirming is not what is asked about. */
async function manyConfirmed(db: Db, { id }: { id: string }, count: number): Promise<string[]> {
  const journey = await db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('purchase_journey_id', '=', id)
    .executeTakeFirstOrThrow()
  const quote = await db
    .selectFrom('quote')
    .selectAll()
    .where('quote_id', '=', journey.current_quote_id)
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_, index) => `simulated-${index}`)
  for (let from = 0; from < count; from += 100) {
    const some = names.slice(from, from + 100)
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('quote')
        .values(some.map((name) => ({ ...quote, quote_id: name })))
        .execute()
      await trx
        .insertInto('purchase_journey')
        .values(
          some.map((name) => ({
            ...journey,
            purchase_journey_id: name,
            reference: name.replace('simulated-', '').padStart(6, '0'),
            original_quote_id: name,
            current_quote_id: name,
          })),
        )
        .execute()
    })
  }
  return names
}
