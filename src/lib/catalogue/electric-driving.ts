/** What a plug-in car does beyond the test cycle. Ranges in km, energy in kWh, money in integer cents. */

/** Nobody drives to the last kilometre: each leg ends with so much in the battery. */
const RESERVE_PCT = 10
/** A fast charger is left when charging slows down. */
const FAST_CHARGED_PCT = 80

/** A part of a range, rounded down to 5 km. */
export const rangeAt = (rangeKm: number, pct: number): number =>
  Math.floor((rangeKm * pct) / 100 / 5) * 5

export interface HomeCharge {
  hours: number
  cents: number
}

/**
 * A full charge at home, from empty.
 *
 * @param power What the socket gives and what the car takes, in kW; the lower counts.
 */
export function homeCharge(
  batteryKwh: number,
  power: { socketKw: number; carKw: number },
  lossPct: number,
  perKwhCents: number,
): HomeCharge {
  const kwh = batteryKwh / (1 - lossPct / 100)
  return {
    hours: kwh / Math.min(power.socketKw, power.carKw),
    cents: Math.round(kwh * perKwhCents),
  }
}

export interface TripStops {
  stops: number
  /** At fast chargers, rounded up to five minutes. */
  minutes: number
}

/**
 * The stops on a trip that begins with a full battery.
 *
 * @param rangeKm As far as a full battery goes on this trip.
 * @param minutes10To80 From 10 to 80% at a fast charger.
 */
export function tripStops(km: number, rangeKm: number, minutes10To80: number): TripStops {
  const missingKm = km - (rangeKm * (100 - RESERVE_PCT)) / 100
  if (missingKm <= 0) return { stops: 0, minutes: 0 }
  const stops = missingKm / ((rangeKm * (FAST_CHARGED_PCT - RESERVE_PCT)) / 100)
  return { stops: Math.ceil(stops), minutes: Math.ceil((stops * minutes10To80) / 5) * 5 }
}
