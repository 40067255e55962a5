import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../settings/environment.ts'
import { indexOf, readOne, type Entry, type PackedFile } from './site-pack.ts'

interface Build {
  packedAtMs: number
  parts: Map<string, Entry>
}

/**
 * Finds parts of pages in the builds of other versions: what a page asks for that was opened before an update, or that
 * comes from a process that is updated already. The name of a part says what is in it, so that any build will do.
 *
 * @param folder In which versions stand, each a folder with its `dist`; they may come and go.
 * @throws {SettingError} If it cannot be read.
 */
export function otherBuilds(folder: string): (path: string) => PackedFile | null {
  const versions = () =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name, 'dist'))
  try {
    versions()
  } catch {
    throw new SettingError(`VERSIONS_DIR: the folder ${folder} cannot be read.`)
  }

  const known = new Map<string, Build>()
  function partsOf(dist: string): Build['parts'] {
    const packedAtMs = statSync(indexOf(dist).file).mtimeMs
    let build = known.get(dist)
    if (build?.packedAtMs !== packedAtMs) {
      const parts = indexOf(dist)
        .read()
        .filter(({ path }) => path.startsWith('/_astro/'))
      build = { packedAtMs, parts: new Map(parts.map((entry) => [entry.path, entry])) }
      known.set(dist, build)
    }
    return build.parts
  }

  return (path) => {
    for (const dist of versions())
      try {
        const part = partsOf(dist).get(path)
        if (part) return readOne(dist, part)
      } catch {
        // No build, or half of one: it is being installed, or removed.
      }
    return null
  }
}
