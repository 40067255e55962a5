/** The addresses of the site, below the base path it was built with (`SITE_URL`'s path). */

/** `/` and `/shop` and `/shop/` become ``, `/shop` and `/shop`. */
export const basePath = (base: string): string => base.replace(/\/+$/, '')

/**
 * Addresses of pages and areas.
 *
 * @param base The build's base path: `import.meta.env.BASE_URL` in pages and islands.
 */
export const sitePaths = (base: string) => {
  const root = basePath(base)
  const purchases = (query: Record<string, string>) =>
    `${root}/customer/#/agreements${queryString(query)}`
  return {
    home: `${root}/`,
    api: `${root}/api`,
    models: `${root}/models/`,
    /** A model, or the place of one of its grades on it. */
    model: (slug: string, gradeCode = '') =>
      `${root}/models/${slug}/${gradeCode && `#${gradeCode}`}`,
    /** Cars side by side, beginning with a grade or a model. */
    compare: (code = '') => `${root}/compare/${queryString(code ? { car: code } : {})}`,
    buildAndQuote: (query: Record<string, string> = {}) =>
      `${root}/build-and-quote/${queryString(query)}`,
    /** A saved quote. Its code, after `#` so that it is in no log and no referrer, opens it read only without an account. */
    savedQuote: (quoteId: string, code = '') =>
      `${root}/build-and-quote/${queryString({ quoteId })}${code && `#${code}`}`,
    /** The data of build and quote. */
    range: `${root}/build-and-quote/catalogue.json`,
    /** Shows the figures of a quote by its code, which is after `#` so that it is in no log and no referrer. */
    sharedQuote: (code = '') => `${root}/quote/${code && `#${code}`}`,
    /** A watched car, by the key of its messages: confirmed and stopped there. */
    watch: (key: string) => `${root}/watch/#/${key}`,
    /** The customer area's hash routes (specification §2). */
    customer: (route: CustomerRoute) => `${root}/customer/#/${route}`,
    /** The agreement of a purchase, under My Purchases. */
    agreement: (purchaseJourneyId: string) => purchases({ agreement: purchaseJourneyId }),
    /** A purchase that somebody else shares, under My Purchases. */
    sharedPurchase: (sharedPurchaseId: string) => purchases({ shared: sharedPurchaseId }),
    /** An invitation to a purchase. Its key is after `#`, so that it is in no log and no referrer. */
    invitation: (key: string) => purchases({ invitation: key }),
    staffSearch: `${root}/staff/#/search`,
    staffCustomer: (customerId: number) => `${root}/staff/#/customer/${customerId}`,
    staffPurchase: (purchaseJourneyId: string) => `${root}/staff/#/purchase/${purchaseJourneyId}`,
    staffMessages: `${root}/staff/#/messages`,
    /** Starts a purchase of an option, from a stored quote where there is one. */
    startPurchase: (kdcd: string, quoteId?: string) =>
      `${root}/purchase/${queryString({ kdcd, ...(quoteId ? { quoteId } : {}) })}`,
    /** Opens a purchase at a step, as in `owner-details/confirmation`. */
    purchase: (purchaseJourneyId: string, step = '') =>
      `${root}/purchase/#/${purchaseJourneyId}${step ? `/${step}` : ''}`,
    service: `${root}/service/`,
    /** A service booking; with its key it opens without signing in. */
    serviceBooking: (bookingId: string, key?: string) =>
      `${root}/service/#/booking/${bookingId}${queryString(key ? { key } : {})}`,
    /** Confirms a booking that was made without an account. */
    confirmServiceBooking: (bookingId: string, key: string) =>
      `${root}/service/#/booking/${bookingId}/confirm${queryString({ key })}`,
    recalls: `${root}/recalls/`,
    dealers: `${root}/dealers/`,
    dealer: (slug: string) => `${root}/dealers/${slug}/`,
    offers: `${root}/offers/`,
    offer: (slug: string) => `${root}/offers/${slug}/`,
    /** With the id of a way to pay, at its place on the page. */
    waysToPay: (id?: string) => `${root}/ways-to-pay/${id ? `#${id}` : ''}`,
    news: `${root}/news/`,
    article: (id: string) => `${root}/news/${id}/`,
    about: `${root}/about/`,
    contact: `${root}/contact/`,
    /** The enquiry form, about a model. */
    enquiry: (model: string) => `${root}/contact/${queryString({ model })}`,
    accessibility: `${root}/accessibility/`,
    /** The test drive form; `model` and `dealer` are preselected by their slugs. */
    testDrive: (query: { model?: string; dealer?: string } = {}) =>
      `${root}/test-drive/${queryString(query)}`,
    terms: `${root}/terms/`,
    privacy: `${root}/privacy/`,
    demoMail: `${root}/demo/mail/`,
  }
}

export type CustomerRoute =
  'sign-in' | 'profile' | 'quotes' | 'reservations' | 'agreements' | 'forgot' | 'create'

const queryString = (query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString()
  return text ? `?${text}` : ''
}
