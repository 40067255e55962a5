import type { Catalogue } from './schema/catalogue.ts'

/** How many days a paid reservation holds its car or build slot. */
export const reservationDays = ({ financeProducts }: Pick<Catalogue, 'financeProducts'>): number =>
  financeProducts.find((product) => product.kind === 'RESERVATION')?.holdDays ?? 0
