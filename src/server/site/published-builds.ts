import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The link to the build that is live, and the folder with the builds that were published, each in a folder of its own. */
export const LIVE = 'dist'
export const BUILDS = 'builds'

/** The server of a build. */
export const PROGRAM = 'main.mjs'

/** Names the build of a process that a supervisor starts. */
const BUILD = 'FORECOURT_BUILD'
export const buildOf = (program: string): Record<string, string> => ({ [BUILD]: dirname(program) })

/** The server of the build that was published last; `null` where nothing was. */
export function publishedProgram(): string | null {
  try {
    const program = join(realpathSync(LIVE), PROGRAM)
    return lstatSync(LIVE).isSymbolicLink() && existsSync(program) ? program : null
  } catch {
    return null
  }
}

/** The folder of the build that this process serves until it ends, whatever is published meanwhile. */
export function ownBuild(): string {
  const program = publishedProgram()
  return process.env[BUILD] || (program ? dirname(program) : resolve(LIVE))
}
