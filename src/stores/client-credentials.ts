import type { ApiCall } from '#lib/api/client.ts'
import { loadConfig } from './config.ts'
import { publicApi } from './public-api.ts'

/** The client's name and public secret; a request without them would be refused as `invalid_client`. */
export async function clientCredentials(call: ApiCall = publicApi) {
  const config = await loadConfig(call)
  if (!config.ok) return config
  return {
    ok: true as const,
    value: { client_id: config.value.clientId, client_secret: config.value.clientSecret },
  }
}
