/** The running costs of a car for a year. Money is integer cents with GST. */

/** The prices that running costs are calculated from, as in the catalogue. */
export interface EnergyPrices {
  petrolPerLitreCents: number
  dieselPerLitreCents: number
  electricityPerKwhCents: number
  rucEvPer1000KmCents: number
  rucDieselPer1000KmCents: number
  rucPhevPer1000KmCents: number
}

export interface RunningCar {
  powertrain: string
  /** Per 100 km; `null` for energy the car does not use. */
  fuelLitresPer100Km: number | null
  electricityKwhPer100Km: number | null
}

export interface YearlyCosts {
  energyCents: number
  /** Road user charges, bought for whole 1,000 km; 0 for a car whose fuel pays them at the pump. */
  roadUserCents: number
  serviceCents: number
  totalCents: number
}

/** Which of the prices a powertrain's road user charges are. */
const RUC: Record<string, keyof EnergyPrices> = {
  EV: 'rucEvPer1000KmCents',
  PHEV: 'rucPhevPer1000KmCents',
  DIESEL: 'rucDieselPer1000KmCents',
}

/**
 * A year's energy, road user charges and servicing.
 *
 * @param kmPerYear The distance driven.
 * @param serviceCents The cost of servicing in that year; 0 where a care plan covers it.
 * @returns `null` for a car of which no consumption is known.
 */
export function yearlyCosts(
  { powertrain, fuelLitresPer100Km, electricityKwhPer100Km }: RunningCar,
  prices: EnergyPrices,
  kmPerYear: number,
  serviceCents: number,
): YearlyCosts | null {
  if (fuelLitresPer100Km === null && electricityKwhPer100Km === null) return null
  const perLitre = powertrain === 'DIESEL' ? prices.dieselPerLitreCents : prices.petrolPerLitreCents
  const per100Km =
    (fuelLitresPer100Km ?? 0) * perLitre +
    (electricityKwhPer100Km ?? 0) * prices.electricityPerKwhCents
  const energyCents = Math.round((per100Km * kmPerYear) / 100)
  const rate = RUC[powertrain]
  const roadUserCents = rate ? prices[rate] * Math.ceil(kmPerYear / 1000) : 0
  return {
    energyCents,
    roadUserCents,
    serviceCents,
    totalCents: energyCents + roadUserCents + serviceCents,
  }
}
