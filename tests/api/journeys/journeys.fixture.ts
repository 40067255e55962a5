import { createPurchaseJourney } from '#lib/purchases/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { valueOf } from '#tests/setup/people.ts'
import type { Person } from '#tests/setup/purchases.ts'
import { mia } from '#tests/setup/suite.ts'

// A shop with customers, a company and staff, and what they do with a purchase.

export const tradeIn = (facts: Partial<TradeVehicleInput> = {}): TradeVehicleInput => ({
  registration: 'TOI101',
  make: 'Tarvane',
  model: 'Cove',
  year: 2021,
  odometerKm: 48_210,
  owingCents: 250_000,
  ...facts,
})
export const create = ({ call, customerId }: Person, body: Parameters<typeof createBody>[0]) =>
  call(createPurchaseJourney, createBody(body, customerId))

export const createBody = (
  body: {
    quoteId: string
    outletCode?: string
    tradeInformation?: { vehicles: TradeVehicleInput[] }
  },
  id = mia.customerId,
) => ({ params: { id }, body })

export const get = async ({ call }: Person, id: string) =>
  valueOf(await call(calls.getPurchaseJourney, { params: { id } }))

export const patch = ({ call }: Person, id: string, body: JourneyPatch, ifMatch?: string) =>
  call(calls.updatePurchaseJourney, { params: { id }, body, ...(ifMatch && { ifMatch }) })

export const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode
