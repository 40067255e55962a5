import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'rolldown'

/** What `packages.json` beside a bundle says. */
export interface NotedPackages {
  /** Of each file of the bundle, the packages that parts of are in it. */
  inside: Record<string, string[]>
  /** Those that are loaded from `node_modules`. */
  beside: string[]
}

const packagesOf = (modules: readonly string[]): string[] => [
  ...new Set(
    modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
  ),
]

/**
 * Notes which packages a bundle is made of.
 *
 * @param file Where, if not beside it as `packages.json`.
 */
export const notePackages = (file?: string): Plugin => ({
  name: 'note-packages',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const noted: NotedPackages = {
      inside: Object.fromEntries(
        chunks.map(({ fileName, modules }) => [
          fileName,
          packagesOf(Object.keys(modules).filter((id) => modules[id]!.renderedLength > 0)),
        ]),
      ),
      beside: chunks
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((name) => !name.startsWith('node:') && !(name in bundle)),
    }
    const source = JSON.stringify(noted)
    if (file === undefined)
      return void this.emitFile({ type: 'asset', fileName: 'packages.json', source })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source)
  },
})
