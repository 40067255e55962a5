import { customerActor, ADMIN, unlessRefused } from '#tests/setup/direct-calls.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundView } from '#lib/payments/refund-states.ts'
import { cancelPurchase } from '#server/purchases/cancel.ts'
import { handOverCar } from '#server/delivery/complete.ts'
import { settleDispute } from '#server/refunds/disputes.ts'
import { handleStripeWebhook } from '#server/payments/callbacks.ts'
import { startCardPayment } from '#server/payments/payments.ts'
import { runDueChecks } from '#server/payments/provider-checks.ts'
import { completeRefund, repeatRefund } from '#server/refunds/staff-actions.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { faultyProviders } from '#tests/payments/providers.ts'
import { randomOf } from '#tests/payments/random.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'
import { mailsOf } from './mails.ts'
import { inNewDatabases, MODEL_TIMEOUT_MS, runsOn } from './runs.ts'
import { type Command, command } from './money-back-commands.ts'

describe.each(databases)('on $name', ({ name, open }) => {
  const runs = runsOn(name)

  test(
    `money goes back once at most, no disputed car is handed over, and nothing is said that is not so (${runs} histories)`,
    { timeout: MODEL_TIMEOUT_MS },
    () =>
      inNewDatabases(runs, open, async (db, numRuns) => {
        const app = startApplication(db, {
          env: {
            CHECK_ANSWERS: 'off',
            LIMIT_SAVED_QUOTES: '1000000',
            LIMIT_OPEN_PURCHASES: '1000000',
          },
        })
        await seedDemo(app.deps)
        let plates = 100
        let eventIds = 0

        const history = async (commands: Command[], seed: number) => {
          await db.updateTable('stock').set({ quantity: 100 }).execute()
          const random = randomOf(seed)
          let isCalm = true
          const providers = faultyProviders(
            (share) => !isCalm && random() < share,
            app.clock.now,
            0.1,
          )
          const { cards } = providers
          const deps = { ...app.deps, card: providers.card, bank: providers.bank }
          const mia = await arrive(app)
          const { id } = await confirmed(mia)
          const customer = customerActor(mia.customerId)
          for (const paymentType of ['DEPOSIT', 'BALANCE'] as const) {
            const wanted = { purchaseJourneyId: id, paymentType }
            const { sessionId, paymentId } = await startCardPayment(deps, customer, wanted)
            providers.pay('STRIPE', sessionId)
            await settlePayment(deps, paymentId)
          }
          await db
            .updateTable('purchase_journey')
            .set({ status: 'AGREEMENT' })
            .where('purchase_journey_id', '=', id)
            .execute()
          isCalm = false

          const payments = () =>
            db
              .selectFrom('payment')
              .selectAll()
              .where('purchase_journey_id', '=', id)
              .orderBy('type')
              .execute()
          const intents = (await payments()).map((row) => row.provider_payment!)
          const refunds = () =>
            db
              .selectFrom('refund')
              .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
              .selectAll('refund')
              .select('payment.provider_payment')
              .where('payment.purchase_journey_id', '=', id)
              .execute()
          const disputes = () =>
            db
              .selectFrom('dispute')
              .innerJoin('payment', 'payment.payment_id', 'dispute.payment_id')
              .selectAll('dispute')
              .where('payment.purchase_journey_id', '=', id)
              .execute()
          const mailsBefore = await mailsOf(db, 'payment-refunded')

          /** What the provider has sent notice of, each the name of something. */
          const sent: { eventId: string; reference: string }[] = []
          const notify = (reference: string) =>
            sent.push({ eventId: `event-${eventIds++}`, reference })
          /** Refunds that the provider has said to be sent, and payments that staff have sent back. */
          const succeeded = new Set<string>()
          const byHand = new Set<string>()
          let handedOver = false

          const lastRefund = (intent: string) => cards.refundsOf(intent)[0]
          const lastDispute = (intent: string) => cards.disputesOf(intent)[0]
          const hasGoneBack = (intent: string) =>
            byHand.has(intent) ||
            cards.refundsOf(intent).some(({ status }) => status === 'succeeded')

          const run = async (step: Command): Promise<void> => {
            const intent = 'of' in step ? intents[step.of]! : ''
            switch (step.do) {
              case 'dispute': {
                // No bank disputes a payment that is already refunded.
                if (lastDispute(intent) || hasGoneBack(intent)) return
                const amount = cards.findByPaymentIntent(intent)!.amountCents
                const disputeId = cards.insertDispute(intent, amount, 0)
                notify(disputeId)
                const refund = lastRefund(intent)
                if (refund?.status !== 'pending') return
                cards.endRefund(refund.refundId, 'failed')
                return void notify(refund.refundId)
              }
              case 'win':
              case 'lose': {
                const dispute = lastDispute(intent)
                const isOpen = dispute?.status === 'needs_response'
                if (!dispute || !(isOpen || (step.do === 'win' && dispute.status === 'lost')))
                  return
                cards.setDispute(dispute.disputeId, step.do === 'win' ? 'won' : 'lost')
                return void notify(dispute.disputeId)
              }
              case 'refunds-wait':
                return cards.planRefunds(intent, 'pending')
              case 'refund-arrives':
              case 'refund-fails': {
                const refund = lastRefund(intent)
                const mayEnd =
                  refund?.status === 'pending' ||
                  (step.do === 'refund-fails' && refund?.status === 'succeeded')
                if (!refund || !mayEnd) return
                cards.endRefund(
                  refund.refundId,
                  step.do === 'refund-arrives' ? 'succeeded' : 'failed',
                )
                return void notify(refund.refundId)
              }
              case 'notice': {
                const notice = sent[step.nth % sent.length]
                if (!notice) return
                const eventId = step.isRepeat ? notice.eventId : `event-${eventIds++}`
                await handleStripeWebhook(
                  deps,
                  Buffer.from(`${eventId} ${notice.reference}`),
                  'genuine',
                )
                return
              }
              case 'check':
                return runDueChecks(deps)
              case 'refunds':
                return sendRefunds(deps)
              case 'cancel':
                await cancelPurchase(deps, ADMIN, id)
                return
              case 'repeat':
                for (const { refund_id } of await refunds())
                  await unlessRefused(repeatRefund(deps, refund_id))
                return
              case 'complete':
                for (const row of await refunds()) {
                  // Staff look at the provider first: what its bank disputes they leave alone.
                  const dispute = lastDispute(row.provider_payment!)
                  if (row.status !== 'BY_HAND' || (dispute && dispute.status !== 'won')) continue
                  const done = await unlessRefused(
                    completeRefund(deps, ADMIN, row.refund_id, {
                      reference: 'B-1',
                      amountCents: row.amount_cents,
                    }),
                  )
                  if (done) byHand.add(row.provider_payment!)
                }
                return
              case 'settle':
                for (const { dispute_id, status } of await disputes())
                  if (status !== 'OPEN')
                    await unlessRefused(
                      settleDispute(deps, ADMIN, dispute_id, { note: 'Settled', status }),
                    )
                return
              case 'hand-over': {
                const known = await disputes()
                const money = await payments()
                await handOverCar(
                  deps,
                  { actor: ADMIN, effectId: `hand-over-${plates}` },
                  id,
                  `NEW${plates++}`,
                  undefined,
                )
                handedOver = true
                expect(known.filter(({ status }) => status === 'OPEN')).toEqual([])
                expect(known.filter((row) => row.status === 'LOST' && row.is_waiting)).toEqual([])
                expect(money.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
                return
              }
              case 'wait':
                app.clock.advance(step.minutes * 60_000)
            }
          }

          const holds = async () => {
            for (const intent of intents)
              for (const { refundId, status } of cards.refundsOf(intent))
                if (status === 'succeeded') succeeded.add(refundId)
            for (const row of await refunds()) {
              const view = refundView(row)
              // Nothing is said to be sent that was not.
              if (view === 'SENT')
                expect(byHand.has(row.provider_payment!) || succeeded.has(row.reference!)).toBe(
                  true,
                )
              if (view === 'RETURNED')
                expect(
                  (await disputes()).find(({ dispute_id }) => dispute_id === row.reference)?.status,
                ).toBe('LOST')
            }
            expect(await mailsOf(db, 'payment-refunded')).toBeLessThanOrEqual(
              mailsBefore + succeeded.size + byHand.size,
            )
            for (const { status, payment_id } of await payments()) {
              const own = (await refunds()).find((row) => row.payment_id === payment_id)
              expect(status === 'REFUNDED').toBe(own !== undefined && refundView(own) === 'SENT')
            }
            for (const intent of intents) {
              const live = cards
                .refundsOf(intent)
                .filter(({ status }) => status !== 'failed').length
              const lost = lastDispute(intent)?.status === 'lost' ? 1 : 0
              expect(live + lost + (byHand.has(intent) ? 1 : 0)).toBeLessThanOrEqual(1)
            }
          }

          for (const step of commands) {
            await unlessRefused(run(step))
            await holds()
          }
          // In the end everything has been asked about, whatever notice was lost.
          isCalm = true
          for (const { reference } of sent)
            await handleStripeWebhook(
              deps,
              Buffer.from(`event-${eventIds++} ${reference}`),
              'genuine',
            )
          for (let round = 0; round < 12; round++) {
            app.clock.advance(61 * 60_000)
            await sendRefunds(deps)
            await runDueChecks(deps)
          }
          await holds()

          const rows = await payments()
          for (const { payment_id, provider_payment, status } of rows) {
            const dispute = lastDispute(provider_payment!)
            const own = (await refunds()).find((row) => row.payment_id === payment_id)
            const isBack = hasGoneBack(provider_payment!)
            expect(status).toBe(
              dispute?.status === 'lost' ? 'CHARGED_BACK' : isBack ? 'REFUNDED' : 'PAID',
            )
            const waits = lastRefund(provider_payment!)?.status === 'pending'
            if (own && !isBack && dispute?.status !== 'lost')
              expect(refundView(own)).toBe(
                waits
                  ? 'ON_ITS_WAY'
                  : dispute?.status === 'needs_response'
                    ? refundView(own)
                    : 'FAILED',
              )
          }
          const known = new Map((await disputes()).map((row) => [row.dispute_id, row.status]))
          const STATES = { needs_response: 'OPEN', won: 'WON', lost: 'LOST' } as const
          for (const intent of intents)
            for (const { disputeId, status } of cards.disputesOf(intent))
              expect(known.get(disputeId)).toBe(STATES[status as keyof typeof STATES])
          const journey = await db
            .selectFrom('purchase_journey')
            .select('status')
            .where('purchase_journey_id', '=', id)
            .executeTakeFirstOrThrow()
          expect(journey.status === 'COMPLETE').toBe(handedOver)
          await db.updateTable('refund').set({ next_attempt_at: null }).execute()
          await db.deleteFrom('provider_check').execute()
          providers.close()
        }

        await fc.assert(
          fc.asyncProperty(
            fc.array(command, { minLength: 5, maxLength: 30 }),
            fc.integer(),
            history,
          ),
          { numRuns },
        )
      }),
  )
})
