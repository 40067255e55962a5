import { customerActor, ADMIN, unlessRefused } from '#tests/setup/direct-calls.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceLeftCents } from '#lib/payments/pay-options.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { cancelPurchase } from '#server/purchases/cancel.ts'
import { checkPayment, handlePoliNudge, handleStripeWebhook } from '#server/payments/callbacks.ts'
import { findJourney } from '#server/journeys/queries.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { decideReview } from '#server/payments/review-decisions.ts'
import { startBankPayment, startCardPayment } from '#server/payments/payments.ts'
import { recordReceipt } from '#server/payments/receipts.ts'
import { answerTradeInOffer } from '#server/trade-in/answers.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { faultyProviders } from '#tests/payments/providers.ts'
import { randomOf } from '#tests/payments/random.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { mailsOf } from './mails.ts'
import { inNewDatabases, MODEL_TIMEOUT_MS, runsOn } from './runs.ts'
import { type Command, command } from './payment-commands.ts'

describe.each(databases)('on $name', ({ name, open }) => {
  const runs = runsOn(name)

  test(
    `money is never counted twice, nor lost (${runs} histories)`,
    { timeout: MODEL_TIMEOUT_MS },
    () =>
      inNewDatabases(runs, open, async (db, numRuns) => {
        const app = startApplication(db, {
          env: { CHECK_ANSWERS: 'off', LIMIT_UNPAID_PURCHASES: '1000000' },
        })
        await seedDemo(app.deps)
        let eventIds = 0
        const reviewMails = async () => ({
          begun: await mailsOf(db, 'payment-review'),
          ended: await mailsOf(db, 'payment-review-ended'),
        })

        await fc.assert(
          fc.asyncProperty(
            fc.array(command, { minLength: 5, maxLength: 30 }),
            fc.integer(),
            async (commands, seed) => {
              await db.updateTable('stock').set({ quantity: 100 }).execute()
              const random = randomOf(seed)
              const chance = (share: number) => random() < share
              const providers = faultyProviders(chance, app.clock.now, 0.1)
              const deps = { ...app.deps, card: providers.card, bank: providers.bank }
              const mia = await arrive(app)
              // More is offered for the old car than is owing on it, or less.
              const owingCents = chance(0.5) ? 0 : 1_500_000
              const { id, tradeInformation } = await offerFor(
                await arrive(app, 'staff@demo.example'),
                await confirmedBeforeOffer(mia, {}, { owingCents }),
                1_000_000,
              )
              const customer = customerActor(mia.customerId)
              const pages: { method: 'STRIPE' | 'POLI'; reference: string }[] = []
              const transfers = new Map<number, number>()
              /** What the buyer's browser asks after when it opens Payment. */
              let remembered: string | null = null
              /** Payments of which staff said that nothing came. */
              const ended = new Set<string>()
              const mailsBefore = await reviewMails()

              const run = async (step: Command) => {
                const page = 'page' in step ? pages[step.page % pages.length] : undefined
                switch (step.do) {
                  case 'start': {
                    const wanted = { purchaseJourneyId: id, paymentType: step.type }
                    const reference =
                      step.method === 'STRIPE'
                        ? (await startCardPayment(deps, customer, wanted)).sessionId
                        : (await startBankPayment(deps, customer, wanted)).token
                    if (!pages.some((one) => one.reference === reference))
                      pages.push({ method: step.method, reference })
                    remembered = reference
                    return
                  }
                  case 'leave':
                    if (page?.method === 'POLI') providers.leaveUnverified(page.reference)
                    return
                  case 'late':
                    if (page) providers.verify(page.reference)
                    return
                  case 'decide': {
                    const row = (await payments()).filter(
                      ({ status }) => status === 'NEEDS_REVIEW',
                    )[0]
                    if (!row) return
                    const hasCome =
                      row.method === null || providers.taken.has(row.provider_reference!)
                    // Staff may overlook money at first. Where the provider has said that it came, they find it.
                    const overlooks =
                      row.review_reason!.startsWith('the provider') && step.page === 0
                    const outcome =
                      !hasCome || (overlooks && row.method !== null)
                        ? 'NOTHING_CAME'
                        : step.page === 1
                          ? 'RECEIVED'
                          : 'SEND_BACK'
                    await decideReview(deps, ADMIN, id, { paymentId: row.payment_id, outcome })
                    if (outcome === 'NOTHING_CAME') ended.add(row.payment_id)
                    return
                  }
                  case 'reload': {
                    const known = pages.find(({ reference }) => reference === remembered)
                    if (!known) return
                    const { statusCode } = await checkPayment(deps, known.method, known.reference)
                    if (!['CREATED', 'PENDING'].includes(statusCode)) remembered = null
                    return
                  }
                  case 'pay':
                    if (page) providers.pay(page.method, page.reference)
                    return
                  case 'notice':
                    if (page?.method === 'STRIPE')
                      await handleStripeWebhook(
                        deps,
                        Buffer.from(`model-${eventIds++} ${page.reference}`),
                        'genuine',
                      )
                    if (page?.method === 'POLI') await handlePoliNudge(deps, page.reference)
                    return
                  case 'check':
                    if (page) await checkPayment(deps, page.method, page.reference)
                    return
                  case 'sweep':
                    return checkDuePayments(deps)
                  case 'refunds':
                    return sendRefunds(deps)
                  case 'cancel':
                    await cancelPurchase(deps, customer, id)
                    return
                  case 'transfer': {
                    const { amountCents, reference } = step
                    await recordReceipt(deps, { actor: ADMIN, effectId: deps.newId() }, id, {
                      source: 'BANKTRF',
                      amountCents,
                      reference: `R-${reference}`,
                    })
                    transfers.set(reference, amountCents)
                    return
                  }
                  case 'answer':
                    await answerTradeInOffer(
                      deps,
                      { actor: customer, ip: '' },
                      id,
                      { vehicleId: tradeInformation.vehicles[0]!.id, answer: step.answer },
                      undefined,
                    )
                    return
                  case 'wait':
                    app.clock.advance(step.minutes * 60_000)
                }
              }
              const payments = () =>
                db.selectFrom('payment').selectAll().where('purchase_journey_id', '=', id).execute()
              const see = async () => toPurchaseJourney(deps, db, (await findJourney(db, id))!)
              const before = { DEPOSIT: 0, BALANCE: 0 }
              const holds = async () => {
                const { paymentMetadata: money } = await see()
                const counted = (await payments()).filter(
                  (row) => row.status === 'PAID' && row.duplicate === 0,
                )
                for (const [type, due] of [
                  ['DEPOSIT', money.depositCents],
                  ['BALANCE', money.balanceCents],
                ] as const) {
                  const sum = counted
                    .filter((row) => row.type === type)
                    .reduce((cents, row) => cents + row.amount_cents, 0)
                  // No more counts than is due, unless less is due than had come.
                  expect(sum).toBeLessThanOrEqual(Math.max(due, before[type]))
                  before[type] = sum
                }
                // Decision 71: what staff have ended stays ended, unless the provider says that money came.
                for (const row of await payments())
                  if (ended.has(row.payment_id) && !providers.taken.has(row.provider_reference!))
                    expect(row.status).toBe('FAILED')
                await isFreeToPay()
              }
              /** Each unsettled payment waits for its provider or for staff. */
              const isFreeToPay = async () => {
                const { openPayment, paymentMetadata: money, status } = await see()
                const held = (await payments()).filter(({ status }) =>
                  ['PENDING', 'NEEDS_REVIEW'].includes(status),
                )
                expect(openPayment === undefined).toBe(held.length === 0)
                expect(Boolean(openPayment?.review)).toBe(
                  held.some(({ status }) => status === 'NEEDS_REVIEW'),
                )
                if (status.purchaseJourneyStatusCode !== 'CONFIRMED') return
                if (!money.depositPaid)
                  expect(money.canPayDeposit).toBe(!held.some(({ type }) => type === 'DEPOSIT'))
                else if (balanceLeftCents(money) > 0)
                  expect(money.canPayBalance).toBe(!held.some(({ type }) => type === 'BALANCE'))
              }

              for (const step of commands) {
                await unlessRefused(run(step))
                await holds()
              }
              // In the end everything has been asked about.
              for (let round = 0; round < 80; round++) {
                app.clock.advance(60 * 60_000)
                await checkDuePayments(deps)
                await sendRefunds(deps)
              }

              const rows = await payments()
              const received = rows.reduce((sum, row) => sum + (row.received_cents ?? 0), 0)
              expect(received).toBe([...transfers.values()].reduce((sum, one) => sum + one, 0))
              for (const { reference, refunds } of providers.taken.values()) {
                const row = rows.find((one) => one.provider_reference === reference)
                // Money that came is counted, on its way back, or before a person.
                expect(['PAID', 'REFUNDED', 'NEEDS_REVIEW']).toContain(row?.status)
                expect(refunds).toBe(row!.status === 'REFUNDED' ? 1 : 0)
              }
              const sentBack = (await db.selectFrom('refund').select('payment_id').execute()).map(
                ({ payment_id }) => payment_id,
              )
              const journey = await db
                .selectFrom('purchase_journey')
                .select('status')
                .where('purchase_journey_id', '=', id)
                .executeTakeFirstOrThrow()
              for (const row of rows) {
                // Money that must be returned is being refunded.
                if (
                  row.status === 'PAID' &&
                  (row.duplicate === 1 || journey.status === 'CANCELLED')
                )
                  expect(sentBack).toContain(row.payment_id)
                if (row.method === null) continue
                expect(['CREATED', 'PENDING']).not.toContain(row.status)
                if (['PAID', 'REFUNDED'].includes(row.status))
                  expect(providers.taken.has(row.provider_reference!)).toBe(true)
              }
              // The customer is emailed when each review begins, and when it ends.
              const mails = await reviewMails()
              expect(mails.begun - mailsBefore.begun - (mails.ended - mailsBefore.ended)).toBe(
                rows.filter(({ status }) => status === 'NEEDS_REVIEW').length,
              )
              providers.close()
            },
          ),
          { numRuns },
        )
      }),
  )
})
