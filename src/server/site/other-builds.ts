import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '#server/platform/settings/environment.ts'
import { readBuilt, type Bodies } from './built-files.ts'

/** A part's own name: nothing that leads elsewhere, and no copy. */
const PART = /^\/_astro\/[\w-][\w.-]*(?<!\.br|\.gz)$/

/**
 * Finds parts of pages in the builds of other versions: what a page asks for that was opened before an update, or that
 * comes from a process that is updated already. The name of a part says what is in it, so that any build will do.
 *
 * @param folder With a folder for each version, and its `dist` in it; they may come and go.
 * @throws {SettingError} If it cannot be read.
 */
export function otherBuilds(folder: string): (path: string) => Bodies | null {
  const builds = () =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name, 'dist'))
  try {
    builds()
  } catch {
    throw new SettingError(`VERSIONS_DIR: the folder ${folder} cannot be read.`)
  }

  return (path) => {
    if (!PART.test(path)) return null
    for (const build of builds()) {
      const part = readBuilt(build, path)
      if (part) return part
    }
    return null
  }
}
