import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { valueOf } from './people.ts'
import { confirming, ready, type Person } from './purchases.ts'

// Cars that are traded in.

const anOldCar = (facts: Partial<TradeVehicleInput> = {}): TradeVehicleInput => ({
  registration: 'TOI101',
  make: 'Tarvane',
  model: 'Cove',
  year: 2021,
  odometerKm: 48_210,
  owingCents: 0,
  ...facts,
})

/** What a buyer writes of their old car in a purchase that is not confirmed. */
export const writeOldCar = async (
  { call }: Person,
  id: string,
  facts: Partial<TradeVehicleInput>,
): Promise<PurchaseJourney> => {
  const body = { tradeInformation: { vehicles: [anOldCar(facts)] } }
  return valueOf(await call(updatePurchaseJourney, { params: { id }, body }))
}

/** An offer for the only trade-in of a purchase. */
export const offerFor = async (
  staff: Person,
  { id, tradeInformation }: PurchaseJourney,
  offerCents: number,
): Promise<PurchaseJourney> => {
  const body = { vehicleId: tradeInformation.vehicles[0]!.id, offerCents }
  return valueOf(await staff.call(offerForTradeIn, { params: { id }, body }))
}

/** A confirmed purchase whose trade-in waits for an offer. */
export const confirmedBeforeOffer = async (
  buyer: Person,
  facts: Partial<QuoteRequest> = {},
  car: Partial<TradeVehicleInput> = {},
): Promise<PurchaseJourney> => {
  const { id } = await ready(buyer, facts)
  const asked = await writeOldCar(buyer, id, { ...car, request: 'APPRAISAL' })
  return valueOf(await confirming(buyer, asked))
}
