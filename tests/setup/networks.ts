import { createClient, type ApiCall, type Authorize } from '#lib/api/client.ts'
import { bearer, type Application } from './application.ts'
import { newCustomer } from './people.ts'
import type { Person } from './purchases.ts'

/** Addresses of two networks that are not ours. */
export const NETWORK = '203.0.113.7'
export const OTHER_NETWORK = '198.51.100.1'

/** Settings with which {@link browserAt} is believed. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '1' }

/** A browser at an address. */
export const browserAt = (
  { request }: Pick<Application, 'request'>,
  ip: string,
  authorize?: Authorize,
): ApiCall =>
  createClient({
    base: '/api',
    sleep: async () => {},
    ...(authorize && { authorize }),
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-for', ip)
      return request(String(url), { ...init, headers })
    },
  })

/** The same person behind another address. */
export const movedTo = (
  app: Application,
  ip: string,
  { accessToken, ...person }: Person,
): Person => ({ ...person, accessToken, call: browserAt(app, ip, bearer(accessToken)) })

let accounts = 0

/** A new account, as a stranger makes one with a captcha and a mailbox that takes everything. */
export async function cheapAccount(app: Application, ip: string): Promise<Person> {
  const { customerId, tokens } = await newCustomer(app, `account${accounts++}@catch-all.example`)
  return movedTo(app, ip, { customerId, accessToken: tokens.access_token, call: app.browser() })
}
