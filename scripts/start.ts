import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brandFile } from '../src/content/brand-dir.ts'
import {
  buildOf,
  BUILT,
  liveFolder,
  PROGRAM,
  publishedProgram,
} from '../src/server/site/published-builds.ts'
import { isBuilt } from './build-stamp.ts'
import { SERVER_ENV } from './server-env.ts'

// `npm start`: builds unless there is a build of the current sources, or one that was published, then serves.

if (publishedProgram() !== null) {
  if (!isBuilt(liveFolder()))
    console.log(
      'This serves the build that was published, which isn’t one of the program, the brand and the settings (BRAND_DIR, SITE_URL) as they are now. "npm run publish" builds and publishes those.',
    )
} else if (!isBuilt(BUILT)) {
  if (!existsSync('node_modules/astro')) {
    console.error('The page builder isn’t installed. Run "npm ci --include=dev" first.')
    process.exit(1)
  }
  console.log(
    `Building the pages of the brand in ${brandFile('')} (once; later starts are quick) …`,
  )
  // Not `--silent`: the build would pass it to the server, and a failing page would report nothing.
  const build = spawnSync('astro', ['build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
const program = join(liveFolder(), PROGRAM)
Object.assign(process.env, { ...buildOf(resolve(program)), ...SERVER_ENV, ...process.env })
// Replaces this process, because MALLOC_ARENA_MAX only works from the start of one. Windows has neither.
if (process.platform !== 'win32')
  process.execve!(process.execPath, [process.execPath, program], process.env)
enableCompileCache(SERVER_ENV.NODE_COMPILE_CACHE)
await import(pathToFileURL(resolve(program)).href)
