import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { NotedPackages } from '../../scripts/note-packages.ts'
import type { RenderPage } from '#server/site/on-demand.ts'

// A process of its own (`node tests/e2e/loaded-packages.ts`): loads all that the built server may load while it serves,
// with its lazy parts and the PostgreSQL driver, and prints the packages it came from.

export interface LoadedPackages {
  /** Packages inside files of the build. */
  bundled: string[]
  /** Packages loaded from `node_modules`. */
  fromModules: string[]
  /** Packages of a server on SQLite that has started and rendered its pages, but used nothing else yet. */
  atStart: string[]
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const server = read<NotedPackages>('dist/packages.json')
const pages = read<NotedPackages>('dist/server/packages.json')

const bundled = new Set(Object.values(server.inside).flat())
const ofPages = new Set<string>()
const fromModules = new Set<string>()
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name !== undefined) fromModules.add(name)
    const [, file] = /\/dist\/server\/(.+)/.exec(url) ?? []
    if (file !== undefined) pages.inside[file]!.forEach((one) => ofPages.add(one))
    return next(url, context)
  },
})

for (const name of [...server.beside, ...pages.beside]) await import(name)
const { base, onDemand } = read<{ base: string; onDemand: string[] }>('dist/build.json')
const entry = pathToFileURL(resolve('dist/server/entry.mjs')).href
const { renderPage } = (await import(entry)) as { renderPage: RenderPage }
for (const path of onDemand) {
  const page = await renderPage(new Request(`http://localhost${base.replace(/\/$/, '')}${path}`))
  if (!page?.ok) throw new Error(`${path} was not rendered`)
  await page.text()
}

const atStart = new Set(ofPages)
const started = new Set<string>()
const start = (file: string) => {
  if (started.has(file)) return
  started.add(file)
  if (!(file in server.inside)) return void (file.startsWith('node:') || atStart.add(file))
  server.inside[file]!.forEach((name) => atStart.add(name))
  server.imports[file]!.forEach(start)
}
// The first loads the second as soon as the settings are read.
for (const file of ['main.mjs', 'main/serve.mjs']) start(file)
const loaded: LoadedPackages = {
  bundled: [...bundled, ...ofPages],
  fromModules: [...fromModules],
  atStart: [...atStart],
}
process.stdout.write(JSON.stringify(loaded))
