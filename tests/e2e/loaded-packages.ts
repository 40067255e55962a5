import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { NotedPackages } from '../../scripts/note-packages.ts'
import type { RenderPage } from '#server/site/on-demand.ts'

// A process of its own (`node tests/e2e/loaded-packages.ts`): loads what the built server loads while it serves, its
// late parts and the driver of PostgreSQL too, and prints what anything came from.

export interface LoadedPackages {
  /** Those with parts in files of the build that were loaded. */
  bundled: string[]
  /** Those that files were loaded of. */
  fromModules: string[]
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const server = read<NotedPackages>('dist/packages.json')
const pages = read<NotedPackages>('dist/server/packages.json')

const bundled = new Set(Object.values(server.inside).flat())
const fromModules = new Set<string>()
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name !== undefined) fromModules.add(name)
    const [, file] = /\/dist\/server\/(.+)/.exec(url) ?? []
    if (file !== undefined) pages.inside[file]!.forEach((one) => bundled.add(one))
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
const loaded: LoadedPackages = { bundled: [...bundled], fromModules: [...fromModules] }
process.stdout.write(JSON.stringify(loaded))
