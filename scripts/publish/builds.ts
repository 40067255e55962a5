import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BUILDS, LIVE, PROGRAM } from '../../src/server/site/published-builds.ts'

/** How many builds stay: the live one, and those to go back to, whose parts open pages still get. */
const KEPT = 4

export class PublishError extends Error {
  override readonly name = 'PublishError'
}

/** A name that sorts by time, in UTC. */
const nameAt = (time: Date): string => time.toISOString().replaceAll(/\.\d+|[-:]/g, '')
export const distOf = (name: string): string => join(BUILDS, name, 'dist')

const names = (): string[] => (existsSync(BUILDS) ? readdirSync(BUILDS).sort() : [])

const PARTS = [PROGRAM, 'build.json', 'server/entry.mjs', 'client/index.html']
const partsMissing = (name: string): string[] =>
  PARTS.filter((file) => !existsSync(join(distOf(name), file)))

/** The whole builds in the order they were made. */
const builds = (): string[] => names().filter((name) => partsMissing(name).length === 0)

/** The name of the build that is live; `null` if it was not published. */
export function liveBuild(): string | null {
  if (!lstatSync(LIVE, { throwIfNoEntry: false })?.isSymbolicLink()) return null
  return existsSync(LIVE) ? basename(dirname(realpathSync(LIVE))) : null
}

/** A new folder for a build. */
export function newBuild(): string {
  const name = nameAt(new Date())
  mkdirSync(join(BUILDS, name), { recursive: true })
  return name
}

export const dropBuild = (name: string): void =>
  rmSync(join(BUILDS, name), { recursive: true, force: true })

/** @throws {PublishError} If a part of the build is not there, or it is for another address than the live one. */
export function requireWhole(name: string): void {
  const dist = distOf(name)
  const [missing] = partsMissing(name)
  if (missing !== undefined) throw new PublishError(`The build has no ${missing}.`)
  if (!existsSync(join(LIVE, 'build.json'))) return
  const [own, live] = [noteOf(dist), noteOf(LIVE)]
  // Builds of earlier versions don't name their site.
  const isSameSite = (own.site ?? live.site) === (live.site ?? own.site)
  if (own.base !== live.base || !isSameSite)
    throw new PublishError(
      `The build is for ${addressOf(own)}, but the live pages are for ${addressOf(live)}. Set SITE_URL as it is for the server. If the address has changed, build in a new folder, as for an update.`,
    )
}

/** The address that a build was made for. */
interface BuildNote {
  site?: string
  base: string
}
const noteOf = (dist: string) =>
  JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as BuildNote
const addressOf = ({ site = '', base }: BuildNote) => site + base

/** Makes a build the live one, at once. Processes that serve another one go on until they take it. */
export function swapTo(name: string): void {
  const own = lstatSync(LIVE, { throwIfNoEntry: false })
  if (own && !own.isSymbolicLink()) {
    // Made by "npm run build": from now on it is one to go back to.
    const first = nameAt(statSync(join(LIVE, 'build.json')).mtime)
    mkdirSync(join(BUILDS, first), { recursive: true })
    renameSync(LIVE, distOf(first))
  }
  const link = `${LIVE}.next`
  rmSync(link, { force: true })
  symlinkSync(distOf(name), link, 'dir')
  renameSync(link, LIVE)
}

/** The build before the live one. */
export function buildBefore(): string {
  const live = liveBuild()
  const before = builds().findLast((name) => live !== null && name < live)
  if (before === undefined) throw new PublishError('There is no build to go back to.')
  return before
}

/** Removes the oldest builds, and what interrupted ones have left. */
export function dropOld(): void {
  const live = liveBuild()
  const kept = [...builds().slice(-KEPT), live]
  for (const name of names()) if (!kept.includes(name)) dropBuild(name)
}
