import { createClient } from '#lib/api/client.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { bearer } from './application.ts'
import type { Person } from './purchases.ts'

/** The sample customer, or another person, signed in at a running storefront. */
export async function arriveAt(
  siteUrl: string,
  username = 'customer@demo.example',
): Promise<Person> {
  const api = `${siteUrl}/api`
  const { clientId, clientSecret } = (await (await fetch(`${api}/config`)).json()) as Record<
    'clientId' | 'clientSecret',
    string
  >
  const answer = await fetch(`${api}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: clientSecret,
      username,
      password: SAMPLE_PASSWORD,
    }),
  })
  const { access_token: accessToken } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const { customer } = (await (await fetch(`${api}/me`, { headers })).json()) as {
    customer?: { id: number } | null
  }
  const call = createClient({ base: api, authorize: bearer(accessToken) })
  return { call, accessToken, customerId: customer?.id ?? -1 }
}
