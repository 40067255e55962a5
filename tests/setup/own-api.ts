import pino from 'pino'
import { readSettings } from '#server/platform/settings/settings.ts'
import { assembleFront } from '#server/own-api/assemble.ts'

/** A storefront in front of an API at an address, without its pages. */
export async function startFront(apiUrl: string, env: Record<string, string> = {}) {
  const settings = readSettings({
    SITE_URL: 'http://shop.test',
    API_URL: apiUrl,
    API_CLIENT: 'pages:public',
    MAX_DELAY_MS: '0',
    ...env,
  })
  const assembly = await assembleFront(settings, settings.ownApi!, pino({ level: 'silent' }))
  return {
    assembly,
    request: async (path: string, init?: RequestInit) =>
      assembly.api.request(`${settings.siteUrl}/api${path}`, init),
  }
}
