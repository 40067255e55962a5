import type { recordCar as recordCall } from '#lib/purchases/staff-calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { vinCheckDigit } from '#lib/vehicles/vehicle.ts'
import type { z } from '#lib/shared/zod.ts'
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
 * Records which car a purchase has. Recorded again, it changes nothing.
 *
 * @throws {ApiProblem} 400 for a VIN with a wrong check digit, 404, 409 where none is held, or another car has a number.
 */
export const recordCar = async (
  deps: Deps,
  actor: Actor,
  id: string,
  { stockNumber, vin }: z.output<typeof recordCall.body>,
): Promise<PurchaseJourney> => {
  if (vinCheckDigit(vin) !== vin[8])
    throw invalid([fieldError('vin', 'has a wrong character: please check it')])
  const work = transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (!['CONFIRMED', 'AGREEMENT'].includes(journey.status) || !(await findHeldCar(trx, id)))
      throw conflict('No car is reserved for this purchase.')
    const before = await findPurchaseCar(trx, journey)
    if (before?.stockNumber === stockNumber && before.vin === vin)
      return toPurchaseJourney(deps, trx, journey)
    if (!(await recordCarNumbers(trx, id, { stock_number: stockNumber, vin }))) throw taken()
    const at = deps.now().toISOString()
    await insertNote(trx, {
      note_id: deps.newId(),
      purchase_journey_id: id,
      text: `Car: stock number ${stockNumber}, VIN ${vin}`,
      actor: actorName(actor),
      at,
    })
    return toPurchaseJourney(deps, trx, await updateJourney(trx, journey, { last_activity_at: at }))
  })
  try {
    return await work
  } catch (error) {
    // PostgreSQL, where another purchase was given the same number in the same moment.
    throw (error as { code?: unknown }).code === '23505' ? taken() : error
  }
}

const taken = () => conflict('Another car already has this stock number or VIN. Please check both.')
