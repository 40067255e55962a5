import type { MyCar } from '#lib/trade-in/my-car.ts'

/** A car that a visitor drives now. */
export const aMyCar = (facts: Partial<MyCar> = {}): MyCar => ({
  registration: 'TOI101',
  make: 'TARVANE',
  model: 'COVE',
  year: 2021,
  fuelType: 'PETROL',
  usualKm: 48_000,
  wofExpiry: '2027-03-14',
  licenceExpiry: '2027-01-20',
  powerKw: 74,
  economy: { fuelLitresPer100Km: 5.6, electricityKwhPer100Km: null },
  openRecalls: [],
  guide: { lowCents: 1_485_000, highCents: 1_782_000 },
  odometerKm: 48_000,
  answers: {},
  foundAtMs: Date.now(),
  ...facts,
})
