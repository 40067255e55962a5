import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStamp, STAMP } from './build-stamp.ts'
import { SERVER_ENV } from './server-env.ts'

// `npm start`: builds unless there is a build of the current sources, then serves.

const NOTE = `dist/${STAMP}`
const wanted = buildStamp()
if (!existsSync(NOTE) || readFileSync(NOTE, 'utf8') !== wanted) {
  if (!existsSync('node_modules/astro')) {
    console.error('The page builder isn’t installed. Run "npm ci --include=dev" first.')
    process.exit(1)
  }
  console.log('Building the pages (once; later starts are quick) …')
  // Not `--silent`: the build would pass it to the server, and a failing page would report nothing.
  const build = spawnSync('astro', ['build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  writeFileSync(NOTE, wanted)
}
Object.assign(process.env, { ...SERVER_ENV, ...process.env })
// Replaces this process, because MALLOC_ARENA_MAX only works from the start of one. Windows has neither.
if (process.platform !== 'win32')
  process.execve!(process.execPath, [process.execPath, 'dist/main.mjs'], process.env)
enableCompileCache(SERVER_ENV.NODE_COMPILE_CACHE)
await import(pathToFileURL(resolve('dist/main.mjs')).href)
