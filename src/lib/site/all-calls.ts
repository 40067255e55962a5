/**
 * Whether every call of the contract is there. In front of an API of the brand's own (docs/own-api.md) only those of the
 * specification are: the server marks its pages with `data-own-api`.
 */
export const hasAllCalls = (): boolean =>
  (globalThis as { document?: Document }).document?.documentElement.dataset.ownApi === undefined

/** Pages that are all about calls beyond the specification, without the site's base path. */
export const PAGES_BEYOND = [
  '/service/',
  '/test-drive/',
  '/quote/',
  '/watch/',
  '/order/',
  '/api/docs/',
]
