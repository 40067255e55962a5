import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SettingError } from '#server/platform/settings/environment.ts'

/** The build that `npm run build` makes. It stays where it is, because the process that runs it reads its files late. */
export const BUILT = 'dist'
/** The folder with the builds that were published, each in a folder of its own. */
export const BUILDS = 'builds'
/** The link to the published build that is live. */
export const LIVE = join(BUILDS, 'live')

/** The server of a build. */
export const PROGRAM = 'main.mjs'

/** Names the build of a process that another one starts. */
const BUILD = 'FORECOURT_BUILD'
export const buildOf = (program: string): Record<string, string> => ({ [BUILD]: dirname(program) })

/**
 * The server of the build in a folder, or behind a link; `null` if there is none.
 *
 * @throws {SettingError} If it cannot be read: another build in its place would have other prices.
 */
function programIn(folder: string): string | null {
  try {
    return realpathSync(join(folder, PROGRAM))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new SettingError(
      `${folder} cannot be read (${code}). The storefront’s user must be able to read all of it.`,
    )
  }
}

/** The server of the published build that is live; `null` where none is. */
export const publishedProgram = (): string | null => programIn(LIVE)

/** The server of the build that is live. */
export const liveProgram = (): string | null => publishedProgram() ?? programIn(BUILT)

/** The published build that runs in place of the one that was started; `null` if that is the one to run. */
export const programInstead = (): string | null =>
  process.env[BUILD] === undefined ? publishedProgram() : null

/** The folder of the build that is live. */
export function liveFolder(): string {
  const published = publishedProgram()
  return published === null ? BUILT : dirname(published)
}

/** The folder of the build that this process serves until it ends, whatever is published meanwhile. */
export const ownBuild = (): string => process.env[BUILD] ?? resolve(BUILT)
