import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import type { Db, Trx } from '#server/database.ts'
import { insertDeliveryEvent } from '#server/delivery/queries.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import { hasEvent, lockJourney } from '#server/journeys/queries.ts'
import { releaseAllocation } from '#server/stock/queries.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { readRequest, listBackorders } from './backorder-queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import {
  allocateCar,
  canBeBuilt,
  FIRST_DELIVERY_STATUS,
  type Allocation,
  type Wanted,
} from '#server/stock/allocation.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { findDeal, owedCents } from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { carFoundMail } from './mails.ts'
import { cancelUntilOf, promisedUntil } from '#server/journeys/promised-times.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { deliveryOutlook } from './delivery-outlook.ts'
import { isAtUnpaidLimit } from './unpaid-limit.ts'

/** How many backorders one query reads. */
const PAGE_SIZE = 500

/** Holds a car for a purchase that waits for one, and mails its customer. `null` when there is still none. */
async function holdCar(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  {
    request,
    ...who
  }: { request: Pick<QuoteRequest, 'kdcd' | 'colourCode'>; actor: string; effectId?: string },
): Promise<PurchaseJourney | null> {
  const allocation = await allocateCar(deps, trx, {
    purchaseJourneyId: journey.purchase_journey_id,
    request,
    outletCode: journey.outlet_code,
  })
  if (!allocation) return null
  const by = { ...who, at: deps.now().toISOString() }
  const { currentQuote } = await findDeal(trx, journey)
  const moved = await transitionJourney(trx, journey, 'car-found', by, {
    delivery_status: FIRST_DELIVERY_STATUS[allocation],
    last_activity_at: by.at,
    ...promisedUntil(currentQuote, journey.promised_days!, by.at),
  })
  await insertDeliveryEvent(trx, moved!, by)
  const kept = await startDepositDeadline(deps, trx, moved!)
  const view = await toPurchaseJourney(deps, trx, kept)
  await enqueueMail(
    deps,
    trx,
    carFoundMail(deps, {
      ...(await findPurchaseMail(deps, trx, kept)),
      offers: view.offers ?? [],
      outlook: await deliveryOutlook(deps, trx, kept),
      isToBeBuilt: allocation === 'BUILD',
      owedCents: owedCents(await findDeal(trx, kept)),
      depositDueBy: kept.deposit_due_at,
      cancelUntil: cancelUntilOf(kept)!,
    }),
  )
  return view
}

/**
 * Holds a car for a purchase that has none, out of its turn.
 *
 * @throws {ApiProblem} 404, 409 where it waits for none, or there is none.
 */
export const findCarForPurchase = (
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
): Promise<PurchaseJourney> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (await hasEvent(trx, id, effectId)) return toPurchaseJourney(deps, trx, journey)
    if (nextStatus(journey.status, 'car-found') === null)
      throw conflict('You can’t do that at this stage of the purchase.')
    const { request } = (await toPurchaseJourney(deps, trx, journey)).currentQuote
    const found = await holdCar(deps, trx, journey, { request, actor: actorName(actor), effectId })
    if (!found) throw conflict('No car or build slot is available yet.')
    return found
  })

/** Every purchase that waits for a car, the longest waiting first. */
async function* eachBackorder(db: Db) {
  for (let after: Cursor | null = null; ;) {
    const waiting = await listBackorders(db, PAGE_SIZE, after)
    yield* waiting
    const last = waiting.at(-1)
    if (!last || waiting.length < PAGE_SIZE) return
    after = [last.confirmed_at!, last.purchase_journey_id]
  }
}

/**
 * Gives the cars that are free to the purchases that wait for them, the longest waiting first. Several processes may do
 * so at once: each purchase is locked in its turn, and each car is taken once. One that fails does not stop the others.
 */
export async function fillBackorders(deps: Deps): Promise<void> {
  // Cars that are gone: the next purchase that waits for one need not try.
  const gone = new Set<string>()
  for await (const { purchase_journey_id: id, request: text } of eachBackorder(deps.db))
    try {
      const request = JSON.parse(text) as QuoteRequest
      const car = `${request.kdcd} ${request.colourCode ?? ''}`
      if (!gone.has(car) && !(await fillBackorder(deps, id, request))) gone.add(car)
    } catch (err) {
      deps.log.error({ err, purchaseJourneyId: id }, 'a purchase that waits could not be served')
    }
}

/** Fills them at once, after a car was freed. A failure is left to the job. */
export const fillBackordersNow = (deps: Deps): Promise<void> =>
  fillBackorders(deps).catch((err: unknown) =>
    deps.log.error({ err }, 'the purchases that wait could not be served'),
  )

/** `false` when there is no such car. A customer gets at most as many cars at once as they may hold unpaid. */
const fillBackorder = (deps: Deps, id: string, request: QuoteRequest): Promise<boolean> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    // Cancelled, or filled by another process, since the list was made.
    if (journey?.status !== 'NOCARAVAIL') return true
    if (await isAtUnpaidLimit(deps, trx, journey.customer_id, ['CONFIRMED'])) return true
    return (await holdCar(deps, trx, journey, { request, actor: 'system' })) !== null
  })

/**
 * Holds a car for a purchase that is being confirmed, unless an earlier purchase waits for that car.
 *
 * @returns `QUEUED` where one does: nothing is held, and {@link fillBackorders} has to come first.
 */
export async function allocateInTurn(
  deps: Deps,
  trx: Trx,
  wanted: Wanted,
): Promise<Allocation | 'QUEUED' | null> {
  const allocation = await allocateCar(deps, trx, wanted)
  if (allocation === null || !(await isWaitedFor(deps, trx, wanted.request, allocation)))
    return allocation
  await releaseAllocation(trx, wanted.purchaseJourneyId)
  return 'QUEUED'
}

/** Whether a waiting purchase could take the car or build slot that another was given. */
async function isWaitedFor(
  deps: Deps,
  trx: Trx,
  given: Wanted['request'],
  allocation: Allocation,
): Promise<boolean> {
  const modelOf = (kdcd: string) => findCar(kdcd, deps.catalogue)?.model.code
  const wouldTake: Record<Allocation, (request: QuoteRequest) => boolean> = {
    STOCK: ({ kdcd, colourCode = '' }) =>
      kdcd === given.kdcd && colourCode === (given.colourCode ?? ''),
    BUILD: ({ kdcd, colourCode = '' }) =>
      modelOf(kdcd) === modelOf(given.kdcd) && canBeBuilt(deps, kdcd, colourCode),
  }
  for await (const { request: text } of eachBackorder(trx)) {
    const request = readRequest(text)
    if (request && wouldTake[allocation](request)) return true
  }
  return false
}
