import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { catalogue } from '#content/catalogue.ts'
import type { ServedAssembly } from '#server/assemble.ts'
import { opensFirst } from '#server/processes.ts'
import { newId } from '#server/platform/ids.ts'
import { deriveKeys, PASSWORD_COST } from '#server/platform/crypto/keys.ts'
import { monitorLoad } from '#server/platform/load.ts'
import { openLog } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { OwnApiSettings } from '#server/platform/settings/own-api.ts'
import { createPassingApp, type PassOnDeps } from './pass-on.ts'
import { openOwnApi } from './own-api.ts'

/**
 * The parts of a storefront in front of the brand's own API, except its pages. It has no database, no jobs and no
 * providers.
 */
export async function assembleFront(
  settings: Settings,
  ownApi: OwnApiSettings,
  log: Logger = openLog(settings.logLevel),
): Promise<ServedAssembly> {
  const load = monitorLoad(settings.maxDelayMs)
  const deps: PassOnDeps = {
    settings,
    catalogue,
    load,
    log,
    newId,
    now: () => new Date(),
    // They name networks in the log; nothing that is kept depends on them.
    keys: deriveKeys(
      settings.secretKey ?? randomBytes(32).toString('base64url'),
      PASSWORD_COST,
      settings.dataKeys,
    ),
    ownApi: openOwnApi(ownApi),
  }
  const stops = [async () => load.stop()]
  if (settings.metrics) {
    const { startMetrics } = await import('#server/platform/metrics/server.ts')
    const metrics = await startMetrics({ ...deps, db: null }, settings.metrics, {
      waitsForPort: !opensFirst(),
    })
    stops.unshift(() => metrics.stop())
  }
  return {
    deps,
    api: createPassingApp(deps, ownApi),
    cardPages: null,
    bankPages: null,
    simulated: [],
    off: [`everything beyond the specification: ${ownApi.url} answers its calls (docs/own-api.md)`],
    isReady: async () => true,
    apiAnswers: deps.ownApi.answers,
    async stop() {
      for (const end of stops) await end()
    },
  }
}
