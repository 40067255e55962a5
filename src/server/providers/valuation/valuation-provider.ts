import type { Guide } from '#lib/trade-in/trade-in-guide.ts'

/** A car as the register knows it. */
export interface ValuedCar {
  registration: string
  vin: string | null
  make: string
  model: string
  year: number
  /** The last reading; `null` if the register has none. */
  odometerKm: number | null
}

/** A service that knows what used cars are worth. */
export interface ValuationProvider {
  /** The name that answers are cached under; `off` if there is none. */
  name: string
  /**
   * The guide value of a car in good condition, at its last reading.
   *
   * @returns `null` for a car it does not value.
   * @throws {ProviderUnavailable} When the service does not answer.
   */
  value(car: ValuedCar): Promise<Guide | null>
}
