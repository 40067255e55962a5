import { serverNowMs } from '#lib/shared/server-clock.ts'
import { formatDayOf } from '#lib/shared/instants.ts'
import type { TradeStatus } from '#lib/codes.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { isLeftOut, OFFER_DUE_TIME } from '#lib/trade-in/trade-in-offers.ts'
import { conditionText, readCondition, type Condition } from '#lib/trade-in/trade-condition.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'

/** A trade-in vehicle as typed. */
export interface TypedVehicle {
  registration: string
  vin: string
  make: string
  model: string
  year: number | null
  odometerKm: number | null
  owingCents: number | null
  condition: Condition
  wantsAppraisal: boolean
}

export const EMPTY_VEHICLE: TypedVehicle = {
  registration: '',
  vin: '',
  make: '',
  model: '',
  year: null,
  odometerKm: null,
  owingCents: null,
  condition: { answers: {}, rest: '' },
  wantsAppraisal: true,
}

/** A typed vehicle as sent; the contract's `TradeVehicleInput` checks it. */
export const toInput = (typed: TypedVehicle, id?: string) => ({
  ...(id && { id }),
  registration: normalisePlate(typed.registration) ?? typed.registration,
  ...(typed.vin && { vin: typed.vin }),
  make: typed.make,
  model: typed.model,
  year: typed.year ?? undefined,
  odometerKm: typed.odometerKm ?? undefined,
  owingCents: typed.owingCents ?? undefined,
  condition: conditionText(typed.condition) || undefined,
  ...(typed.wantsAppraisal && { request: 'APPRAISAL' as const }),
})

/** A listed vehicle as typed, to edit it. */
export const toTyped = (vehicle: TradeVehicle): TypedVehicle => ({
  registration: vehicle.registration,
  vin: vehicle.vin ?? '',
  make: vehicle.make,
  model: vehicle.model,
  year: vehicle.year,
  odometerKm: vehicle.odometerKm,
  owingCents: vehicle.owingCents,
  condition: readCondition(vehicle.condition ?? ''),
  wantsAppraisal: vehicle.request === 'APPRAISAL' || vehicle.status !== 'TRADE_ADDED',
})

const countOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** The time until an instant, rounded down: `6 days, 23 hours left`. `null` once it has passed. */
export function timeLeft(until: string, nowMs: number): string | null {
  const leftMs = Date.parse(until) - nowMs
  if (!(leftMs > 0)) return null
  const hours = Math.floor(leftMs / HOUR_MS)
  if (hours < 1) return 'less than an hour left'
  const parts = [
    hours >= 24 && countOf(Math.floor(hours / 24), 'day'),
    hours % 24 > 0 && countOf(hours % 24, 'hour'),
  ]
  return `${parts.filter(Boolean).join(', ')} left`
}

const FIRM =
  ' This is a firm offer for the car as you described it. Your dealer will check its odometer and condition before you accept your agreement.'

/** Why a firm offer isn't in the middle of the guide value. */
const lowestText = ({ guide, offerCents }: TradeVehicle): string =>
  guide && offerCents === guide.lowCents
    ? ' That’s the lower end of the guide value, because no one here has seen your car yet.'
    : ''

/** How accepting affects the price where money is owing on the car. */
function owingText({ offerCents = 0, owingCents }: TradeVehicle): string {
  if (owingCents === 0) return ''
  const equityCents = offerCents - owingCents
  const owing = `${formatMoney(owingCents)} is still owing on it`
  if (equityCents > 0)
    return ` ${owing}. We pay that off first, so ${formatMoney(equityCents)} counts towards your price.`
  if (equityCents === 0)
    return ` ${owing}. We pay that off first, so nothing counts towards your price.`
  return ` ${owing}, ${formatMoney(-equityCents)} more than our offer. We add the difference to what you pay.`
}

/** Explains a vehicle's status to the customer (decision 32). */
export const STATUS_TEXTS: Record<TradeStatus, (vehicle: TradeVehicle, nowMs?: number) => string> =
  {
    TRADE_ADDED: ({ request }) =>
      request === 'APPRAISAL'
        ? 'Next, enter your details. Then we’ll make you an offer, or arrange an appraisal first.'
        : 'Added. Request an appraisal to get an offer.',
    APPRAISAL_REQUESTED: ({ offerDue }) =>
      `Appraisal requested. Our team will appraise your car and email you an offer${offerDue ? ` by ${OFFER_DUE_TIME} on ${formatWeekday(offerDue)}` : ''}.`,
    APPRAISAL_DONE: (vehicle, nowMs = serverNowMs()) => {
      const { offerCents = 0, offerExpires = '' } = vehicle
      const until = formatDayOf(offerExpires)
      const left = timeLeft(offerExpires, nowMs)
      return left
        ? `Our offer is ${formatMoney(offerCents)}, valid until ${until} (${left}).${vehicle.offeredBy === 'RULES' ? lowestText(vehicle) + FIRM : ''}${owingText(vehicle)}`
        : `Our offer of ${formatMoney(offerCents)} expired on ${until}. You can request a new one.`
    },
    APPRAISAL_ACCEPTED: (vehicle) =>
      `Offer accepted: ${formatMoney(vehicle.offerCents ?? 0)}.${owingText(vehicle)}`,
  }

/** The same for a confirmed purchase that still takes a trade-in. */
export const confirmedStatusText = (vehicle: TradeVehicle, nowMs?: number): string =>
  isLeftOut(vehicle)
    ? 'This car isn’t part of your purchase. You can request a new offer until you accept your agreement.'
    : STATUS_TEXTS[vehicle.status](vehicle, nowMs)

/** The same, once no offer can be accepted. */
export const closedStatusText = (vehicle: TradeVehicle): string =>
  vehicle.status === 'APPRAISAL_ACCEPTED'
    ? STATUS_TEXTS.APPRAISAL_ACCEPTED(vehicle)
    : 'You didn’t accept an offer for this car, so it isn’t part of this purchase.'

/** Whether the customer can still answer an offer. */
export const hasOpenOffer = ({ status, offerExpires = '' }: TradeVehicle, nowMs: number): boolean =>
  status === 'APPRAISAL_DONE' && timeLeft(offerExpires, nowMs) !== null

/** The actions for a vehicle. A car with an offer cannot be edited: the offer is for the car as described. */
export type VehicleAction = 'ask' | 'ask-again' | 'accept' | 'decline' | 'undo' | 'edit' | 'remove'

export function vehicleActions(
  { status, offerExpires, request }: TradeVehicle,
  nowMs: number,
): VehicleAction[] {
  switch (status) {
    case 'TRADE_ADDED':
      return request === 'APPRAISAL' ? ['edit', 'remove'] : ['ask', 'edit', 'remove']
    case 'APPRAISAL_REQUESTED':
      return ['edit', 'remove']
    case 'APPRAISAL_DONE':
      return timeLeft(offerExpires ?? '', nowMs) ? ['accept', 'decline'] : ['ask-again', 'remove']
    case 'APPRAISAL_ACCEPTED':
      return ['undo', 'remove']
  }
}

/** Whether the facts and photos can still be changed. */
export const canEdit = ({ status }: TradeVehicle): boolean =>
  status === 'TRADE_ADDED' || status === 'APPRAISAL_REQUESTED'
