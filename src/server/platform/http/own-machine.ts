import { isHere } from '#server/platform/settings/environment.ts'
import { notPermitted } from './api-problem.ts'

/** What a proxy adds to a request. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Refuses a request from elsewhere to a demo that nobody asked for: behind a proxy, such a server would be a shop whose
 * administrator's password is published.
 *
 * @throws {ApiProblem} 403 naming `DEMO`.
 */
export function requireOwnMachine({ headers, url }: Request): void {
  const { hostname } = new URL(url)
  const named = headers.get('host')?.replace(/:\d*$/, '') ?? hostname
  if (isHere(hostname) && isHere(named) && !FORWARDED.some((name) => headers.has(name))) return
  throw notPermitted(
    'This storefront is a demo, and only its own machine may use it, because the setting DEMO is missing. Set DEMO=off for a shop, or DEMO=on for a demo that others may open.',
  )
}
