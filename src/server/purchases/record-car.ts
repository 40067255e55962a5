import type { recordCar as recordCall } from '#lib/purchases/staff-calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { vinCheckDigit } from '#lib/vehicles/vehicle.ts'
import type { z } from '#lib/shared/zod.ts'
import { agreementOf } from '#server/agreements/agreements.ts'
import { findHeldCar } from '#server/delivery/queries.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { recordCarNumbers, findPurchaseCar } from '#server/stock/car-queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { transact } from '#server/platform/mail/outbox.ts'

/**
 * Records which car a purchase has. Recorded again, it changes nothing. An agreement that names another VIN is void.
 *
 * @throws {ApiProblem} 400 for a VIN with a wrong check digit, 404, 409 where none is held, another car has a number, or
 *   the agreement with another VIN is accepted.
 */
export const recordCar = async (
  deps: Deps,
  actor: Actor,
  id: string,
  { stockNumber, vin }: z.output<typeof recordCall.body>,
): Promise<PurchaseJourney> => {
  if (vinCheckDigit(vin) !== vin[8])
    throw invalid([fieldError('vin', 'has a wrong character. Please check it')])
  const work = transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (!['CONFIRMED', 'AGREEMENT'].includes(journey.status) || !(await findHeldCar(trx, id)))
      throw conflict('No car is reserved for this purchase.')
    const before = await findPurchaseCar(trx, journey)
    if (before?.stockNumber === stockNumber && before.vin === vin)
      return toPurchaseJourney(deps, trx, journey)
    const agreement = await agreementOf(deps, trx, journey)
    const isNamed =
      before !== null && before.vin !== vin && agreement?.document.includes(before.vin)
    if (isNamed && journey.status === 'AGREEMENT')
      throw conflict(
        `The customer has accepted an agreement that names VIN ${before.vin}. To sell them another car, cancel this purchase and start a new one.`,
      )
    if (!(await recordCarNumbers(trx, id, { stock_number: stockNumber, vin }))) throw taken()
    const at = deps.now().toISOString()
    await insertNote(trx, {
      note_id: deps.newId(),
      purchase_journey_id: id,
      text: `Car: stock number ${stockNumber}, VIN ${vin}${isNamed ? `. The agreement named VIN ${before.vin} and is void.` : ''}`,
      actor: actorName(actor),
      at,
    })
    const changed = await updateJourney(trx, journey, {
      last_activity_at: at,
      ...(isNamed && { agreement_id: null }),
    })
    return toPurchaseJourney(deps, trx, changed)
  })
  try {
    return await work
  } catch (error) {
    // PostgreSQL, where another purchase was given the same number in the same moment.
    throw (error as { code?: unknown }).code === '23505' ? taken() : error
  }
}

const taken = () => conflict('Another car already has this stock number or VIN. Please check both.')
