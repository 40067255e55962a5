import { serverNowMs } from '#lib/shared/server-clock.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { withRunningOffers } from '#lib/catalogue/offers.ts'
import type { BuilderCatalogue } from './builder-data.ts'

/** The catalogue as it can be bought today. Reservations are included only with their flag (specification §1). */
export const catalogueForSale = (
  catalogue: BuilderCatalogue,
  hasReservations: boolean,
): BuilderCatalogue =>
  withRunningOffers(
    hasReservations ? catalogue : withoutReservations(catalogue),
    aucklandDay(serverNowMs()),
  )

export const withoutReservations = (catalogue: BuilderCatalogue): BuilderCatalogue => ({
  ...catalogue,
  financeProducts: catalogue.financeProducts.filter(({ kind }) => kind !== 'RESERVATION'),
})
