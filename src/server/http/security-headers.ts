/**
 * Headers of every page and file. One policy, sent as a header: a second one in a `<meta>` would only
 * intersect with it, and could not forbid framing.
 */

const isHttps = (siteUrl: string) => siteUrl.startsWith('https:')

/** Directives beside `script-src` and `style-src`, which Astro knows the hashes for. */
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
 * @param hashes Astro's own policy for it: `script-src …; style-src …` with the hashes of what it inlined.
 *   Empty for a page that inlines nothing.
 */
export function contentSecurityPolicy(hashes: string, siteUrl: string): string {
  const own = hashes
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => /^(script|style)-src(-elem|-attr)? /.test(directive))
  const missing = ['script-src', 'style-src']
    .filter((name) => !own.some((directive) => directive.startsWith(`${name} `)))
    .map((name) => `${name} 'self'`)
  return [
    ...DIRECTIVES,
    ...own,
    ...missing,
    ...(isHttps(siteUrl) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The rest of the headers, the same for everything that is not the API. */
export const securityHeaders = (siteUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  ...(isHttps(siteUrl)
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {}),
})
