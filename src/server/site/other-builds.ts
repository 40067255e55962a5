import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingError } from '#server/platform/settings/environment.ts'
import { locateBuilt } from './built-files.ts'
import { BUILDS, BUILT } from './published-builds.ts'

/** The path of a part or a photograph: no path to another folder, and no compressed copy. */
const PART = /^\/(?:_astro|pictures(?:\/[\w-]+)+)\/[\w-][\w.-]*(?<!\.br|\.gz)$/

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

/** The builds in a folder of published builds, if it can be read. */
function publishedIn(folder: string): string[] {
  try {
    return foldersIn(folder).map((build) => join(build, BUILT))
  } catch {
    return []
  }
}

/** The builds in a folder with versions of the storefront, and those they have published; they may be added and removed. */
export const buildsIn = (folder: string): string[] =>
  foldersIn(folder).flatMap((version) => [
    join(version, BUILT),
    ...publishedIn(join(version, BUILDS)),
  ])

/** Where the parts of other builds may be: in the folder of this program, and in that of `VERSIONS_DIR`. */
export function otherPlaces(versionsDir: string | null): (() => string[])[] {
  if (versionsDir) requireVersions(versionsDir)
  const [built, published] = [resolve(BUILT), resolve(BUILDS)]
  return [
    () => [built],
    () => publishedIn(published),
    ...(versionsDir ? [() => buildsIn(versionsDir)] : []),
  ]
}

/** @throws {SettingError} If the folder of `VERSIONS_DIR` cannot be read. */
export function requireVersions(folder: string): void {
  try {
    buildsIn(folder)
  } catch {
    throw new SettingError(`VERSIONS_DIR: the folder ${folder} cannot be read.`)
  }
}

/**
 * Finds the build of another version that has a part of a page, for pages that were opened before an update or come from an
 * updated process. The name of a part has a hash of its content, so the part of any build will do.
 */
export const otherBuilds =
  (builds: () => string[]) =>
  (path: string): string | null => {
    if (!PART.test(path)) return null
    try {
      return builds().find((build) => locateBuilt(build, path) !== null) ?? null
    } catch {
      // The folder is gone, or the process has no file left to open: as if there were no other build.
      return null
    }
  }
