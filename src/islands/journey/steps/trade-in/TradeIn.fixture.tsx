import { act } from 'react'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { keepConfig } from '#stores/site/site-config.ts'
import { callsOf, open, serve, server, shows } from '../../Journey.fixture.tsx'

export const PATCH = 'PATCH /purchase-journey/journey-1'

/** Opens the step with a vehicle, and the server's answer to the next change. */
export async function openWith(vehicle: TradeVehicle, answered: Partial<TradeVehicle> = {}) {
  const { change } = serve(aJourney({ tradeInformation: { vehicles: [vehicle] } }))
  server[PATCH] = () =>
    change({ tradeInformation: { vehicles: [{ ...vehicle, ...answered }] }, version: 2 })
  await open('#/journey-1/trade-in')
  await shows('Trade-in')
}
/** The vehicles of the last change. */
export const sent = () =>
  (callsOf(PATCH).at(-1)?.body as { tradeInformation: { vehicles: TradeVehicle[] } })
    .tradeInformation.vehicles

export const setRegister = (register: string) =>
  act(async () => keepConfig({ providers: { register } } as Parameters<typeof keepConfig>[0]))

export const recall = {
  recallNumber: 'TVN-2024-003',
  title: 'Front passenger airbag inflator',
  description: 'It may deploy with too much force.',
  remedy: 'Replace it.',
  severity: 'COMPULSORY',
}
