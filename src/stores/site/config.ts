import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { getConfig } from '#lib/site/calls.ts'
import { publicApi } from './public-api.ts'
import { $config, keepConfig, type SiteConfig } from './site-config.ts'

export { $config, type SiteConfig }

let asked: Promise<Result<SiteConfig>> | null = null

/** Fetches the configuration once for the page. After a failure the next caller asks again. */
export const loadConfig = (call: ApiCall = publicApi): Promise<Result<SiteConfig>> =>
  (asked ??= call(getConfig).then((answer) => {
    if (answer.ok) keepConfig(answer.value)
    else asked = null
    return answer
  }))

/** The client's name and public secret; a request without them would be refused as `invalid_client`. */
export async function clientCredentials(call: ApiCall = publicApi) {
  const config = await loadConfig(call)
  if (!config.ok) return config
  return {
    ok: true as const,
    value: { client_id: config.value.clientId, client_secret: config.value.clientSecret },
  }
}
