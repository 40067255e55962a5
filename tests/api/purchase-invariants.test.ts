import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { startStripePayment } from '#lib/contract/payments.ts'
import * as calls from '#lib/contract/purchase-journeys.ts'
import { deleteQuote, refreshQuote } from '#lib/contract/quotes.ts'
import type { JourneyStatus, PaymentType } from '#lib/contract/shapes/codes.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { move, type JourneyEvent } from '#lib/domain/journey-status.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { expire } from '#server/jobs/expiry.ts'
import { sweep } from '#server/jobs/sweeper.ts'
import { openCardShop, type AtThePage, type CardShop } from '#tests/setup/provider-shop.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  aRequest,
  arrive,
  confirming,
  ownerDetails,
  started,
  type Person,
} from '#tests/setup/purchases.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const STEPS = 300

/** Numbers in [0, 1) that are the same on every run (mulberry32). */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** PostgreSQL compiled into this process takes ten times as long for a walk; on a server it takes them all. */
const walksOn = (database: string) => (database === 'PostgreSQL' ? [1] : [1, 2, 3])

describe.each(databases)('whatever people do, in whatever order, on $name', ({ name, open }) => {
  let db: Kysely<Database>
  let shop: CardShop
  let mia: Person
  let takenCents = 0

  beforeEach(async () => {
    db = await open()
    shop = await openCardShop(db)
    await seedDemo(shop.app.deps)
    mia = await arrive(shop.app)
  })
  afterEach(async () => {
    await shop.stop()
    await db.destroy()
  })

  // Walks that never paid would prove nothing.
  afterAll(() => expect(takenCents).toBeGreaterThan(0))

  test.each(walksOn(name))(
    'cars and money add up (walk %i)',
    { timeout: 180_000 },
    async (seed) => {
      const random = seeded(seed)
      const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
      /** Mostly what was begun last, now and then something older. */
      const mostlyLast = <T>(values: readonly T[]): T =>
        random() < 0.7 ? values.at(-1)! : oneOf(values)
      const carsAtFirst = await carsInStock()
      const pages: string[] = []
      const currentJourney = async (): Promise<PurchaseJourney | null> => {
        const rows = await db
          .selectFrom('purchase_journey')
          .select('purchase_journey_id')
          .orderBy('created_at')
          .execute()
        if (rows.length === 0) return null
        const answer = await mia.call(calls.getPurchaseJourney, {
          params: { id: mostlyLast(rows).purchase_journey_id },
        })
        return answer.ok ? answer.value : null
      }
      const withJourney =
        (act: (journey: PurchaseJourney) => Promise<unknown>) => async (): Promise<unknown> => {
          const journey = await currentJourney()
          return journey && act(journey)
        }
      const patch = (body: Parameters<typeof patchBody>[0]) =>
        withJourney(({ id }) => mia.call(calls.updatePurchaseJourney, patchBody(body, id)))
      const pay = (type: PaymentType) =>
        withJourney(async ({ id }) => {
          const body = { purchaseJourneyId: id, paymentType: type }
          const answer = await mia.call(startStripePayment, { body })
          if (answer.ok) pages.push(answer.value.redirectUrl)
        })
      const atThePage = (outcome: AtThePage['outcome'], comesBack: boolean) => async () => {
        if (pages.length === 0) return
        const notice = oneOf(['never', 'first'] as const)
        const { location } = await shop.atThePage(mostlyLast(pages), { outcome, notice })
        if (comesBack && location?.startsWith('http')) await shop.comeBack(location)
      }
      const acts: (() => Promise<unknown>)[] = [
        // Somebody signed out by the clock in the middle of it has begun nothing.
        () => started(mia, { colourCode: oneOf(['BLD', 'RDB', 'BKO']) }).catch(() => null),
        patch({ ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true }),
        patch({ ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true }),
        patch({ currentQuoteRequest: aRequest({ accessoryCodes: oneOf([[], ['MATS']]) }) }),
        withJourney((journey) => confirming(mia, journey)),
        withJourney((journey) => confirming(mia, journey)),
        withJourney((journey) => confirming(mia, journey, { acceptedTotalCents: 1 })),
        withJourney(({ currentQuote: { quoteId } }) =>
          mia.call(refreshQuote, { params: { id: quoteId } }),
        ),
        withJourney(({ id }) => mia.call(calls.deletePurchaseJourney, { params: { id } })),
        withJourney(({ originalQuote: { quoteId } }) =>
          mia.call(deleteQuote, { params: { id: quoteId } }),
        ),
        pay('DEPOSIT'),
        pay('DEPOSIT'),
        pay('BALANCE'),
        atThePage('pay', true),
        atThePage('pay', false),
        atThePage('decline', false),
        atThePage('cancel', true),
        () => sweep(shop.app.deps),
        async () => {
          shop.app.clock.advance(oneOf([1_000, MINUTE_MS, 32 * MINUTE_MS, DAY_MS, 8 * DAY_MS]))
          mia = await arrive(shop.app)
        },
        () => expire(shop.app.deps),
      ]
      for (let step = 0; step < STEPS; step++) {
        const before = await db.selectFrom('payment').select('payment_id').execute()
        // Now and then two people, or one with two fingers.
        await Promise.all([oneOf(acts)(), ...(random() < 0.3 ? [oneOf(acts)()] : [])])
        await holds(carsAtFirst)
        const after = await db.selectFrom('payment').select('payment_id').execute()
        expect(after.length).toBeGreaterThanOrEqual(before.length)
      }
      // In the end everything the provider has taken is known, and nothing else.
      shop.app.clock.advance(2 * 60 * MINUTE_MS)
      for (let round = 0; round < 5; round++) await sweep(shop.app.deps)
      const taken = shop.provider((database) =>
        database
          .prepare('select coalesce(sum(amount_cents), 0) as cents from session where is_paid = 1')
          .get(),
      )
      const known = (await db.selectFrom('payment').selectAll().execute())
        .filter(({ status }) => status === 'PAID' || status === 'NEEDS_REVIEW')
        .reduce((cents, { amount_cents }) => cents + amount_cents, 0)
      expect(known).toBe(taken?.cents)
      takenCents += known
    },
  )

  const patchBody = (
    body: NonNullable<Parameters<typeof mia.call<typeof calls.updatePurchaseJourney>>[1]>['body'],
    id: string,
  ) => ({ params: { id }, body })

  const carsInStock = async (): Promise<number> =>
    (await db.selectFrom('stock').select('quantity').execute()).reduce(
      (sum, { quantity }) => sum + quantity,
      0,
    )

  async function holds(carsAtFirst: number): Promise<void> {
    const journeys = await db.selectFrom('purchase_journey').selectAll().execute()
    const events = await db.selectFrom('journey_event').selectAll().orderBy('id').execute()
    const allocations = await db.selectFrom('allocation').selectAll().execute()
    const payments = await db.selectFrom('payment').selectAll().execute()
    const slots = await db.selectFrom('build_slot').selectAll().execute()

    const held = allocations.filter(({ kind }) => kind === 'STOCK').length
    expect((await carsInStock()) + held).toBe(carsAtFirst)
    const promised = slots.reduce((sum, slot) => sum + slot.promised, 0)
    expect(promised).toBe(allocations.filter(({ kind }) => kind === 'BUILD').length)

    for (const journey of journeys) {
      const own = <Row extends { purchase_journey_id: string }>(rows: Row[]) =>
        rows.filter((row) => row.purchase_journey_id === journey.purchase_journey_id)
      // Each status follows from the one before by the table, and the last one stands.
      let status: JourneyStatus = 'STARTED'
      for (const { event, from_status, to_status } of own(events)) {
        expect(from_status).toBe(status)
        expect(move(status, event as JourneyEvent)).toBe(to_status)
        status = to_status as JourneyStatus
      }
      expect(journey.status).toBe(status)
      expect(own(allocations)).toHaveLength(journey.status === 'CONFIRMED' ? 1 : 0)
      if (journey.status === 'CONFIRMED') expect(journey.owner_details_confirmed).toBe(1)

      const paid = own(payments).filter(({ status: at }) => at === 'PAID')
      if (own(payments).length > 0) expect(journey.confirmed_at).not.toBeNull()
      const counted = paid.filter(({ duplicate }) => duplicate === 0)
      expect(new Set(counted.map(({ type }) => type)).size).toBe(counted.length)
      const settled = own(events).filter(({ event }) => event.endsWith('-settled'))
      expect(settled).toHaveLength(counted.length)
    }
  }
})
