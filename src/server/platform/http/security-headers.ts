/**
 * Headers of every page and file. One policy, sent as a header: a second one in a `<meta>` would only
 * intersect with it, and could not forbid framing.
 */

const isHttps = (siteUrl: string) => siteUrl.startsWith('https:')

/** A vendor's script that some pages need, and the sources their policy then allows. */
export interface PageVendor {
  /** Addresses of the pages, without the site's base path. */
  pages: readonly string[] | 'all'
  /**
   * By directive. A directive that our own policy lacks must list all allowed sources, `'self'` included. `trusted-types`
   * names the policies by which its code writes to the page; without it the code writes freely.
   */
  sources: Readonly<Record<string, string>>
}

/** The directives other than `script-src` and `style-src`, whose hashes come from Astro. */
const DIRECTIVES = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/**
 * The policy of a page.
 *
 * @param hashes Astro's own policy for it: `script-src …; style-src …` with the hashes of its inline code, or empty.
 * @param vendors The vendors whose script the page needs. Trusted Types cannot be required where one writes freely.
 */
export function contentSecurityPolicy(
  hashes: string,
  siteUrl: string,
  vendors: readonly PageVendor[] = [],
): string {
  const own = hashes
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => /^(script|style)-src(-elem|-attr)? /.test(directive))
  const missing = ['script-src', 'style-src']
    .filter((name) => !own.some((directive) => directive.startsWith(`${name} `)))
    .map((name) => `${name} 'self'`)
  const policy = [
    ...DIRECTIVES,
    ...own,
    ...missing,
    ...(isHttps(siteUrl) ? ['upgrade-insecure-requests'] : []),
  ]
  if (vendors.length === 0) return policy.join('; ')
  const isTyped = vendors.every(({ sources }) => sources['trusted-types'])
  const names = policy.map((directive) => directive.split(' ', 1)[0]!)
  const moreFor = (name: string) => vendors.flatMap(({ sources }) => sources[name] ?? [])
  const added = vendors
    .flatMap(({ sources }) => Object.keys(sources))
    .filter((name, index, all) => !names.includes(name) && all.indexOf(name) === index)
  return [
    ...policy
      .filter((directive) => isTyped || !/^(require-)?trusted-types/.test(directive))
      .map((directive) => {
        const more = moreFor(directive.split(' ', 1)[0]!)
        return more.length > 0 ? [directive.replace(" 'none'", ''), ...more].join(' ') : directive
      }),
    ...added.map((name) => [name, ...moreFor(name)].join(' ')),
  ].join('; ')
}

/** The vendors whose script a page needs. */
export const vendorsOf = (
  vendors: readonly PageVendor[],
  base: string,
  pathname: string,
): PageVendor[] =>
  vendors.filter(({ pages }) => pages === 'all' || pages.includes(pathname.slice(base.length)))

/** HSTS, for every answer. */
export const transportSecurity = (siteUrl: string): Record<string, string> =>
  isHttps(siteUrl) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}

/** Pages that may ask for the visitor's location, without the site's base path. */
const ASKS_PLACE = ['/dealers/']

/**
 * The other security headers of pages and files.
 *
 * @param page The address of a prerendered page, without the site's base path.
 */
export const securityHeaders = (siteUrl: string, page = ''): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': `camera=(), microphone=(), geolocation=(${
    ASKS_PLACE.includes(page) ? 'self' : ''
  }), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self)`,
  ...transportSecurity(siteUrl),
})
