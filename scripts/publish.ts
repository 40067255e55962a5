import { spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BUILDS } from '../src/server/site/published-builds.ts'
import { SettingError } from '../src/server/platform/settings/environment.ts'
import { brandFile } from '../src/content/brand-dir.ts'
import {
  distOf,
  dropBuild,
  dropOld,
  newBuild,
  PublishError,
  requireWhole,
  swapBack,
  swapTo,
} from './publish/builds.ts'

// Puts the brand's folder online without an outage (docs/operations.md):
//   npm run publish
//   npm run publish -- --back

const LOCK = `${BUILDS}.lock`
const startedMs = performance.now()

function run(what: string, program: string, args: string[]): void {
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new PublishError(`${what} failed.`)
}

function publish(): string {
  run('The check', process.execPath, [join(import.meta.dirname, 'catalogue.ts'), 'check'])
  const name = newBuild()
  try {
    run('The build', 'astro', ['build', '--outDir', distOf(name)])
    requireWhole(name)
  } catch (error) {
    dropBuild(name)
    throw error
  }
  swapTo(name)
  dropOld()
  return `Build ${name}, of the brand in ${brandFile('')}, is published. To go back: npm run publish -- --back`
}

const goBack = (): string => `Build ${swapBack()} is live again.`

// They end the build that is under way, which then fails: what it has left and the lock are removed.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

/** One at a time. */
function alone(act: () => string): string {
  try {
    mkdirSync(BUILDS, { recursive: true })
    accessSync(BUILDS, constants.W_OK)
    closeSync(openSync(LOCK, 'wx'))
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path === LOCK && code === 'EEXIST')
      throw new PublishError(`Another publish is under way. If there is none, remove ${LOCK}.`)
    throw new PublishError(
      `${path} cannot be written (${code}). Run this as the user that owns the program’s folder.`,
    )
  }
  try {
    return act()
  } finally {
    rmSync(LOCK)
  }
}

const args = process.argv.slice(2)
try {
  if (args.some((one) => one !== '--back'))
    throw new PublishError('Usage: npm run publish, or npm run publish -- --back')
  const said = alone(args.length > 0 ? goBack : publish)
  console.log(`${said} (${((performance.now() - startedMs) / 1000).toFixed(0)} s)`)
  console.log(
    'A server with several processes switches to it now. If yours has one process, restart it.',
  )
} catch (error) {
  if (!(error instanceof PublishError || error instanceof SettingError)) throw error
  console.error(`${error.message} Nothing has changed.`)
  process.exitCode = 1
}
