import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { sitePaths } from '#lib/shared/site-paths.ts'
import type { Deps } from '#server/deps.ts'

/** The public addresses that messages link to. */
export const mailPaths = ({ settings }: Pick<Deps, 'settings'>) => {
  const { origin, pathname } = new URL(settings.siteUrl)
  const paths = sitePaths(pathname)
  return {
    buildAndQuote: origin + paths.buildAndQuote(),
    configuration: (request: Parameters<typeof configurationQuery>[0]) =>
      origin + paths.buildAndQuote() + configurationQuery(request),
    watch: (key: string) => origin + paths.watch(key),
    quote: (quoteId: string, code: string) => origin + paths.savedQuote(quoteId, code),
    quoteCodes: origin + paths.sharedQuote(),
    sharedQuote: (code: string) => origin + paths.sharedQuote(code),
    purchase: (purchaseJourneyId: string, step: string) =>
      origin + paths.purchase(purchaseJourneyId, step),
    customer: (route: Parameters<typeof paths.customer>[0]) => origin + paths.customer(route),
    agreement: (purchaseJourneyId: string) => origin + paths.agreement(purchaseJourneyId),
    sharedPurchase: (sharedPurchaseId: string) => origin + paths.sharedPurchase(sharedPurchaseId),
    invitation: (key: string) => origin + paths.invitation(key),
    serviceBooking: (bookingId: string, key: string) =>
      origin + paths.serviceBooking(bookingId, key),
    confirmServiceBooking: (bookingId: string, key: string) =>
      origin + paths.confirmServiceBooking(bookingId, key),
    service: origin + paths.service,
    privacy: origin + paths.privacy,
    staffMessages: origin + paths.staffMessages,
    staffPurchase: (purchaseJourneyId: string) => origin + paths.staffPurchase(purchaseJourneyId),
  }
}
