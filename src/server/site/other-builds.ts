import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '#server/platform/settings/environment.ts'
import { locateBuilt } from './built-files.ts'

/** The path of a part or a photograph: no path to another folder, and no compressed copy. */
const PART = /^\/(?:_astro|pictures(?:\/[\w-]+)+)\/[\w-][\w.-]*(?<!\.br|\.gz)$/

/**
 * Finds the build of another version that has a part of a page, for pages that were opened before an update or come from an
 * updated process. The name of a part has a hash of its content, so the part of any build will do.
 *
 * @param folder Has a folder for each version with its `dist`; versions may be added and removed.
 * @throws {SettingError} If it cannot be read.
 */
export function otherBuilds(folder: string): (path: string) => string | null {
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
    try {
      return builds().find((build) => locateBuilt(build, path) !== null) ?? null
    } catch {
      // The folder is gone, or the process has no file left to open: as if there were no other build.
      return null
    }
  }
}
