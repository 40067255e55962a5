import { basePath } from '#lib/shared/site-paths.ts'

// Beside `sitePaths`, which every page loads.

/** A car on its way, by the key of its shared page, which is after `#` so that it is in no log and no referrer. */
export const sharedOrderPath = (base: string, key: string): string =>
  `${basePath(base)}/order/#/${key}`

/** The dates of a purchase, for a calendar program. */
export const orderCalendarPath = (base: string, key: string): string =>
  `${basePath(base)}/api/order-calendars/${key}.ics`
