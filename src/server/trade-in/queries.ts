import type { Updateable } from 'kysely'
import { PAY_OPTIONS } from '#lib/codes.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { offerDueDay } from '#lib/trade-in/trade-in-offers.ts'
import { plateSpellings } from '#lib/vehicles/vehicle.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Database, Db } from '#server/database.ts'
import type { TradeVehicleRow } from './tables.ts'

/** The ids of a vehicle's photos. */
export const photosOf = ({ photos }: Pick<TradeVehicleRow, 'photos'>): string[] =>
  JSON.parse(photos) as string[]

export const toTradeVehicle = (row: TradeVehicleRow): TradeVehicle => ({
  id: row.trade_vehicle_id,
  registration: row.registration,
  ...(row.vin !== null && { vin: row.vin }),
  make: row.make,
  model: row.model,
  year: row.year,
  odometerKm: row.odometer_km,
  ...(row.condition !== null && { condition: row.condition }),
  owingCents: row.owing_cents,
  photos: photosOf(row),
  status: row.status,
  ...(row.guide_low_cents !== null &&
    row.guide_high_cents !== null && {
      guide: { lowCents: row.guide_low_cents, highCents: row.guide_high_cents },
    }),
  ...(row.offer_cents !== null && { offerCents: row.offer_cents }),
  ...(row.offer_expires_at !== null && { offerExpires: row.offer_expires_at }),
  ...(row.offered_by !== null && { offeredBy: row.offered_by }),
  ...(row.status === 'APPRAISAL_REQUESTED' &&
    row.appraisal_requested_at !== null && {
      offerDue: offerDueDay(new Date(row.appraisal_requested_at)),
    }),
  confirmedDate: row.confirmed_date,
})

/** The vehicles of journeys, each journey's in their order. */
export const findTradeVehicles = async (
  db: Db,
  purchaseJourneyIds: string[],
): Promise<TradeVehicleRow[]> => (await vehiclesOf(db, { purchaseJourneyIds })).rows

const vehiclesOf = compiled((db, { purchaseJourneyIds }: { purchaseJourneyIds: string[] }) =>
  db
    .selectFrom('trade_vehicle')
    .selectAll()
    .where('purchase_journey_id', 'in', purchaseJourneyIds)
    .orderBy('position'),
)

/** The purchases, not this one, that count a car with this plate or VIN as accepted. */
export const findTradedInElsewhere = (
  db: Db,
  {
    purchase_journey_id,
    registration,
    vin,
  }: Pick<TradeVehicleRow, 'purchase_journey_id' | 'registration' | 'vin'>,
) =>
  db
    .selectFrom('trade_vehicle')
    .innerJoin(
      'purchase_journey',
      'purchase_journey.purchase_journey_id',
      'trade_vehicle.purchase_journey_id',
    )
    .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
    .select(['purchase_journey.reference', 'purchase_journey.status'])
    .where('trade_vehicle.purchase_journey_id', '<>', purchase_journey_id)
    .where('trade_vehicle.status', '=', 'APPRAISAL_ACCEPTED')
    .where('purchase_journey.status', 'not in', ['CANCELLED', 'EXPIRED'])
    .where('quote.pay_option', 'in', PAY_OPTIONS.filter(countsTradeIn))
    .where((of) =>
      of.or([
        of('trade_vehicle.registration', 'in', plateSpellings(registration)),
        ...(vin === null ? [] : [of('trade_vehicle.vin', '=', vin)]),
      ]),
    )
    .orderBy('purchase_journey.reference')
    .execute()

/** Makes the vehicles of a journey these and no others. */
export async function replaceTradeVehicles(
  trx: Db,
  purchaseJourneyId: string,
  vehicles: TradeVehicleRow[],
): Promise<void> {
  await trx
    .deleteFrom('trade_vehicle')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .execute()
  if (vehicles.length > 0) await trx.insertInto('trade_vehicle').values(vehicles).execute()
}

export const updateTradeVehicle = async (
  trx: Db,
  tradeVehicleId: string,
  set: Updateable<Database['trade_vehicle']>,
): Promise<void> => {
  await trx
    .updateTable('trade_vehicle')
    .set(set)
    .where('trade_vehicle_id', '=', tradeVehicleId)
    .execute()
}
