import { fileURLToPath, pathToFileURL } from 'node:url'
import { openLog } from './platform/log.ts'
import { startProcesses } from './processes.ts'
import { buildOf, liveProgram, programInstead } from './site/published-builds.ts'
import { readSettings } from './platform/settings/settings.ts'
import { SettingError } from './platform/settings/environment.ts'

/**
 * Checks the settings, then serves, or starts and supervises several processes that do. What was published is run in place
 * of the build that was started.
 */
async function main(): Promise<void> {
  requireNode()
  const instead = programInstead()
  if (instead !== null) {
    Object.assign(process.env, buildOf(instead))
    await import(pathToFileURL(instead).href)
    return
  }
  const settings = readSettings(process.env)
  if (settings.processes === 1) {
    // Not loaded in a supervising process.
    const { serve } = await import('./serve.ts')
    return serve(settings)
  }
  const { processes, logLevel, metrics, drainMs } = settings
  startProcesses({
    count: processes,
    program: fileURLToPath(import.meta.url),
    published: liveProgram,
    envOf: (slot, program): Record<string, string> => ({
      ...buildOf(program),
      WEB_CONCURRENCY: '1',
      // A value from a file is passed on as the value.
      WEB_CONCURRENCY_FILE: '',
      ...(metrics && { METRICS_PORT: String(metrics.port + slot), METRICS_PORT_FILE: '' }),
    }),
    drainMs,
    log: openLog(logLevel),
  })
}

/** The API uses what older Node lacks: its own SQLite, argon2 and type stripping. */
function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 24 || (major === 24 && minor < 19))
    throw new SettingError(
      `Node ${process.versions.node} is too old: start with "npm start", which brings its own.`,
    )
}

main().catch((error: unknown) => {
  // The message about a setting is complete; other errors are bugs and print their stack.
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
