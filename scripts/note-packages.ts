import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'rolldown'

/** The text of `packages.json` beside a bundle. */
export interface NotedPackages {
  /** The packages inside each file of the bundle. */
  inside: Record<string, string[]>
  /** The files that each file of the bundle loads with itself, not later. */
  imports: Record<string, string[]>
  /** Packages that are loaded from `node_modules`. */
  beside: string[]
}

/** Folders with a dot have what was made for the build, as the parts of the typeface. */
const packagesOf = (modules: readonly string[]): string[] => [
  ...new Set(
    modules.flatMap((id) => /.*\/node_modules\/((?!\.)(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
  ),
]

/**
 * Writes down which packages a bundle is made of.
 *
 * @param file Where to, instead of `packages.json` beside it.
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
      imports: Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports])),
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
