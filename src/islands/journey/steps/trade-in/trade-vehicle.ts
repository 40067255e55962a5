import type { TradeStatus } from '#lib/contract/shapes/codes.ts'
import type { TradeVehicle } from '#lib/contract/shapes/journey.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { normalisePlate } from '#lib/domain/vehicle.ts'

/** A trade-in vehicle as it is typed. */
export interface TypedVehicle {
  registration: string
  vin: string
  make: string
  model: string
  year: number | null
  odometerKm: number | null
  owingCents: number | null
  condition: string
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
  condition: '',
  wantsAppraisal: true,
}

/** What is sent of a typed vehicle; the contract's `TradeVehicleInput` says what is wrong with it. */
export const toInput = (typed: TypedVehicle, id?: string) => ({
  ...(id && { id }),
  registration: normalisePlate(typed.registration) ?? typed.registration,
  ...(typed.vin && { vin: typed.vin }),
  make: typed.make,
  model: typed.model,
  year: typed.year ?? undefined,
  odometerKm: typed.odometerKm ?? undefined,
  owingCents: typed.owingCents ?? undefined,
  ...(typed.condition.trim() && { condition: typed.condition }),
  ...(typed.wantsAppraisal && { request: 'APPRAISAL' as const }),
})

/** What was typed for a vehicle that is on the list. */
export const toTyped = (vehicle: TradeVehicle): TypedVehicle => ({
  registration: vehicle.registration,
  vin: vehicle.vin ?? '',
  make: vehicle.make,
  model: vehicle.model,
  year: vehicle.year,
  odometerKm: vehicle.odometerKm,
  owingCents: vehicle.owingCents,
  condition: vehicle.condition ?? '',
  wantsAppraisal: vehicle.request === 'APPRAISAL' || vehicle.status !== 'TRADE_ADDED',
})

/** What a vehicle's status means to the customer (decision 32). */
export const STATUS_WORDS: Record<TradeStatus, (vehicle: TradeVehicle) => string> = {
  TRADE_ADDED: ({ request }) =>
    request === 'APPRAISAL'
      ? 'We will arrange an appraisal once your details are saved.'
      : 'Added. Ask for an appraisal to get an offer.',
  APPRAISAL_REQUESTED: () => 'Appraisal asked for. We will get in touch and make an offer.',
  APPRAISAL_DONE: ({ offerCents = 0, offerExpires }) =>
    `We offer ${formatMoney(offerCents)}${offerExpires ? ` until ${formatDay(aucklandDay(offerExpires))}` : ''}.`,
  APPRAISAL_ACCEPTED: ({ offerCents = 0, owingCents }) =>
    owingCents > 0
      ? `Offer accepted: ${formatMoney(offerCents)}, less ${formatMoney(owingCents)} owing.`
      : `Offer accepted: ${formatMoney(offerCents)}.`,
}

/** Whether the customer may still change the facts: an offer was made for the car as described. */
export const canEdit = ({ status }: TradeVehicle): boolean =>
  status === 'TRADE_ADDED' || status === 'APPRAISAL_REQUESTED'

/** Whether an offer can be accepted now. */
export const canAccept = ({ status, offerExpires }: TradeVehicle, nowMs = Date.now()): boolean =>
  status === 'APPRAISAL_DONE' && (!offerExpires || Date.parse(offerExpires) > nowMs)
