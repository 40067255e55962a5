import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVER_ENV } from './server-env.ts'

// `npm start`: builds when there is no build of these very sources, then serves.

const STAMP = 'dist/.sources'
const SOURCES = ['src/**/*', 'public/**/*', 'scripts/*', 'astro.config.mjs', 'package-lock.json']

const stamp = (): string => {
  const hash = createHash('sha256').update(process.env.SITE_URL ?? '')
  for (const file of globSync(SOURCES, { exclude: (name) => name.includes('.test.') }).sort())
    try {
      hash.update(file).update(readFileSync(file))
    } catch {
      // A folder has no text of its own.
    }
  return hash.digest('hex')
}

const wanted = stamp()
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  if (!existsSync('node_modules/astro')) {
    console.error('What builds the pages is not installed: run "npm ci --include=dev" first.')
    process.exit(1)
  }
  console.log('Building the pages (once; later starts are quick) …')
  // Not `--silent`: the build would pass that on to the server, and a page that fails would say nothing.
  const build = spawnSync('astro', ['build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  writeFileSync(STAMP, wanted)
}
Object.assign(process.env, { ...SERVER_ENV, ...process.env })
// The process becomes the server, since its memory is shared out at its beginning. Windows has no such thing, nor that memory.
if (process.platform !== 'win32')
  process.execve!(process.execPath, [process.execPath, 'dist/main.mjs'], process.env)
enableCompileCache(SERVER_ENV.NODE_COMPILE_CACHE)
await import(pathToFileURL(resolve('dist/main.mjs')).href)
