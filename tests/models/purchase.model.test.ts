import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JOURNEY_STATUSES, type JourneyStatus } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { DELIVERY_STAGES } from '#lib/catalogue/delivery.ts'
import { STEPS } from '#lib/purchases/journey-steps.ts'
import { nextStatus, type JourneyEvent } from '#lib/purchases/journey-status.ts'
import type { Db } from '#server/database.ts'
import { databases } from '#tests/setup/databases.ts'
import { lenderStandsBy, Walk } from './purchase-walk.ts'
import {
  databaseActionsOn,
  HISTORIES_PER_DATABASE,
  inNewDatabases,
  MODEL_TIMEOUT_MS,
} from './runs.ts'
import { rowsOf, type Rows, carsOf } from './purchase-rows.ts'

const LONGEST_WALK = 20

const sumOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Invariants of all purchases. */
function holds({ journeys, quotes, payments, refunds, events, allocations }: Rows) {
  for (const journey of journeys) {
    const own = <Row extends { purchase_journey_id: string }>(rows: Row[]) =>
      rows.filter(({ purchase_journey_id }) => purchase_journey_id === journey.purchase_journey_id)
    // Decision 22: each status follows from the one before, and the last is current.
    let status: JourneyStatus = 'STARTED'
    for (const { event, from_status, to_status } of own(events)) {
      expect(from_status).toBe(status)
      expect(nextStatus(status, event as JourneyEvent)).toBe(to_status)
      status = to_status as JourneyStatus
    }
    expect(journey.status).toBe(status)
    const has = (event: JourneyEvent) => own(events).some((row) => row.event === event)

    // Decision 64: none runs out that has its deposit, or a payment that is not decided.
    if (has('deposit-overdue'))
      for (const row of own(payments)) {
        expect(row.type === 'DEPOSIT' && row.status === 'PAID' && row.duplicate === 0).toBe(false)
      }
    if (status === 'CONFIRMED' && journey.deposit_remind_at !== null)
      expect(journey.deposit_due_at).not.toBeNull()

    // One car or slot for each that is confirmed and not given up.
    const holdsCar = ['CONFIRMED', 'AGREEMENT'].includes(status) || has('handed-over')
    expect(own(allocations)).toHaveLength(holdsCar ? 1 : 0)

    const quote = quotes.find(({ quote_id }) => quote_id === journey.current_quote_id)!
    const isConfirmed = has('confirmed') || has('confirmed-without-car')
    expect(journey.confirmed_at !== null).toBe(isConfirmed)
    if (isConfirmed) {
      expect(journey.owner_details_confirmed).toBe(1)
      expect(journey.accepted_total_cents).toBe(quote.drive_away_cents)
    }

    // A payment that counts was settled once, and none counts before there is a price.
    const paid = own(payments).filter((row) => row.status === 'PAID')
    const counted = paid.filter(({ duplicate }) => duplicate === 0)
    if (!isConfirmed) expect(counted).toEqual([])
    const everCounted = own(payments).filter(
      ({ status: at, duplicate }) => ['PAID', 'REFUNDED'].includes(at) && duplicate === 0,
    )
    const settled = own(events).filter(({ event }) => event.endsWith('-settled'))
    expect(settled).toHaveLength(everCounted.length)
    for (const { payment_id, status: at, amount_cents, duplicate } of own(payments)) {
      const back = refunds.filter((row) => row.payment_id === payment_id)
      expect(back.length).toBeLessThanOrEqual(1)
      for (const { amount_cents: cents } of back) expect(cents).toBe(amount_cents)
      if (at === 'REFUNDED') expect(back).toMatchObject([{ status: 'DONE' }])
      // Money that must be returned is being refunded.
      if (at === 'PAID' && (status === 'CANCELLED' || duplicate === 1)) expect(back).toHaveLength(1)
    }
  }
}

const TO_PAY: readonly JourneyStatus[] = ['CONFIRMED', 'AGREEMENT']

/** Invariants of a purchase as its customer sees it. */
function addsUp(journey: PurchaseJourney, { journeys, payments }: Rows) {
  const { currentQuote, paymentMetadata: money, status, id } = journey
  const { totals, lines } = currentQuote
  expect(sumOf(lines.map(({ amountCents }) => amountCents))).toBe(totals.driveAwayCents)
  expect(totals.gstCents).toBe(Math.round((totals.driveAwayCents * 3) / 23))
  const { credited_from } = journeys.find((row) => row.purchase_journey_id === id)!
  const counted = payments.filter(
    (row) =>
      [id, credited_from].includes(row.purchase_journey_id) &&
      row.status === 'PAID' &&
      row.duplicate === 0 &&
      row.source !== 'MTF',
  )
  expect(money.paidCents).toBe(sumOf(counted.map(({ amount_cents }) => amount_cents)))
  // A payment is due, or owed to the customer for a trade-in.
  expect(money.paidCents).toBeLessThanOrEqual(
    money.depositCents + money.balanceCents + (money.owedCents ?? 0),
  )
  expect(money.canPayDeposit && money.canPayBalance).toBe(false)
  if (!TO_PAY.includes(status.purchaseJourneyStatusCode))
    expect(money.canPayDeposit || money.canPayBalance).toBe(false)
  if (money.depositPaid) expect(money.paidCents).toBeGreaterThanOrEqual(money.depositCents)
}

const stepAt = ({ metadata }: PurchaseJourney) =>
  STEPS.findIndex((step) => step === metadata.furthestStep)

const stageAt = ({ metadata }: PurchaseJourney) =>
  DELIVERY_STAGES.findIndex(({ status }) => status === metadata.deliveryStatus)

/** Invariants of a purchase before and after acts. */
function follows(before: PurchaseJourney, after: PurchaseJourney, acts: string[]) {
  expect(stepAt(after)).toBeGreaterThanOrEqual(stepAt(before))
  expect(stageAt(after)).toBeGreaterThanOrEqual(stageAt(before))
  if (after.version > before.version) return
  // Decision 29: a version identifies all of the purchase; but offers change by day until it is confirmed.
  const isStarted = after.status.purchaseJourneyStatusCode === 'STARTED'
  const { offers } = isStarted && acts.includes('time passes') ? after : before
  // When a car would be ready follows the day and the stock, until one is held; an approval that ends in time stops it.
  const isStopped = acts.includes('time passes') && after.delivery === undefined
  const isFree = before.metadata.deliveryStatus === undefined || isStopped
  const { delivery } = isFree ? after : before
  // Whether a promised answer is late follows the time.
  const openPayment = before.openPayment?.review
    ? {
        ...before.openPayment,
        review: { ...before.openPayment.review, isOverdue: after.openPayment?.review?.isOverdue },
      }
    : before.openPayment
  expect(after).toEqual({ ...before, offers, delivery, openPayment })
}

const step = (names: string[]) =>
  fc.record({
    act: fc.constantFrom(...names),
    n: fc.nat(27),
    // Now and then two people, or one with two fingers.
    beside: fc.option(fc.constantFrom(...names.filter((name) => name !== 'time passes')), {
      freq: 6,
    }),
  })

describe.each(databases)('whatever people do, in whatever order, on $name', ({ name, open }) => {
  const actions = databaseActionsOn(name)
  const length = Math.min(actions, LONGEST_WALK)

  test.each(JOURNEY_STATUSES)(
    `a purchase that is %s is never where it may not be (${actions} acts)`,
    { timeout: MODEL_TIMEOUT_MS },
    async (status) => {
      let taken = 0
      const walks = async (db: Db) => {
        const walk = await Walk.open(db)
        const steps = fc.array(step(Object.keys(walk.acts)), {
          minLength: length,
          maxLength: length,
          size: 'max',
        })
        const history = fc.asyncProperty(fc.nat(8), steps, async (n, all) => {
          await walk.begin(status, n)
          let now = await pictureOf(db, walk)
          for (const one of all) {
            if (now === null) break
            if (now.journey.status.purchaseJourneyStatusCode === status) taken += 1
            now = await take(db, walk, one, now)
          }
          await walk.end()
          holds(await rowsOf(db, walk.ids))
        })
        for (let n = 0; n < HISTORIES_PER_DATABASE && taken < actions; n += 1)
          await fc.assert(history, { numRuns: 1, endOnFailure: true })
        walk.providers.close()
      }
      // Many a walk soon leads on to another status: those that are taken there do not count.
      while (taken < actions) await inNewDatabases(1, open, walks)
    },
  )
})

interface Picture {
  journey: PurchaseJourney
  rows: Rows
  cars: Awaited<ReturnType<typeof carsOf>>
}

/** Everything there is to say of the purchase of a walk at a moment; `null` once it is deleted. */
async function pictureOf(db: Db, walk: Walk): Promise<Picture | null> {
  const journey = await walk.see()
  return journey && { journey, rows: await rowsOf(db, walk.ids), cars: await carsOf(db) }
}

const isAgreed = ({ journey }: Picture) => journey.status.purchaseJourneyStatusCode === 'AGREEMENT'

/** Whether a page at a provider has turned out to be paid, or to have ended. */
const hasLearntOfPage = (before: Rows, after: Rows) =>
  after.payments.some(
    ({ payment_id, status }) =>
      (status === 'PAID' || status === 'EXPIRED') &&
      before.payments.some((row) => row.payment_id === payment_id && row.status === 'CREATED'),
  )

/** Takes a step, and holds everything to it. */
async function take(
  db: Db,
  walk: Walk,
  { act, n, beside }: { act: string; n: number; beside: string | null },
  before: Picture,
): Promise<Picture | null> {
  // Sessions end with the time.
  const names = [act, ...(beside === null || act === 'time passes' ? [] : [beside])]
  const answers = await Promise.all(names.map((name) => walk.acts[name]!(n)))
  const after = await pictureOf(db, walk)
  if (after === null) return null

  const comeIn = names.filter((name) => name === 'a car comes in').length
  expect(after.cars).toEqual({ ...before.cars, cars: before.cars.cars + comeIn })
  holds(after.rows)
  addsUp(after.journey, after.rows)
  follows(before.journey, after.journey, names)
  // Beside the act the lender may have answered, before it or after it.
  if (isAgreed(after) && !isAgreed(before))
    expect([before, after].some((at) => lenderStandsBy(at, walk.clock.now()))).toBe(true)
  for (const answer of answers) {
    if (!answer || answer.ok) continue
    const { failure } = answer
    if (failure.kind !== 'problem' || failure.status >= 500)
      throw new Error(`${act} is answered ${JSON.stringify(failure)}`)
    // Refused, it has done nothing; but a new price is kept, to be looked at, and a payment is refused after an earlier
    // page of the provider was asked for, which was paid or has ended.
    const hasLearnt = act.startsWith('pay the ') && hasLearntOfPage(before.rows, after.rows)
    if (names.length === 1 && failure.problem.newTotalCents === undefined && !hasLearnt)
      expect(after.rows).toEqual(before.rows)
  }
  return after
}
