import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  BUILDS,
  BUILT,
  LIVE,
  liveFolder,
  PROGRAM,
  publishedProgram,
} from '../../src/server/site/published-builds.ts'
import { isServed, servedFile } from '../../src/server/site/served-builds.ts'

/** How many builds stay: the live one, and those to go back to, whose parts open pages still get. */
const KEPT = 4

export class PublishError extends Error {
  override readonly name = 'PublishError'
}

/** A name that sorts by time, in UTC. */
const nameAt = (time: Date): string => time.toISOString().replaceAll(/\.\d+|[-:]/g, '')
const IS_NAME = /^\d{8}T/

/** The folder of a published build, or of the one that `npm run build` made. */
export const distOf = (name: string): string =>
  name === BUILT ? BUILT : join(BUILDS, name, 'dist')

const names = (): string[] =>
  existsSync(BUILDS)
    ? readdirSync(BUILDS)
        .filter((name) => IS_NAME.test(name))
        .sort()
    : []

const PARTS = [PROGRAM, 'build.json', 'server/entry.mjs', 'client/index.html']
const partsMissing = (name: string): string[] =>
  PARTS.filter((file) => !existsSync(join(distOf(name), file)))
const isWhole = (name: string) => partsMissing(name).length === 0

/** The whole published builds in the order they were made. */
const builds = (): string[] => names().filter(isWhole)

/** The name of the published build that is live; `null` if the one of `npm run build` is. */
function liveBuild(): string | null {
  const program = publishedProgram()
  return program && basename(dirname(dirname(program)))
}

/** A new folder for a build. */
export function newBuild(): string {
  const name = nameAt(new Date())
  mkdirSync(join(BUILDS, name), { recursive: true })
  writeFileSync(servedFile(join(BUILDS, name)), '')
  return name
}

export const dropBuild = (name: string): void =>
  rmSync(join(BUILDS, name), { recursive: true, force: true })

/** @throws {PublishError} If a part of the build is not there, or it is of another brand or for another address than the live one. */
export function requireWhole(name: string): void {
  const [missing] = partsMissing(name)
  if (missing !== undefined) throw new PublishError(`The build has no ${missing}.`)
  if (!existsSync(join(liveFolder(), 'build.json'))) return
  const [own, live] = [noteOf(distOf(name)), noteOf(liveFolder())]
  // A build of an earlier version doesn't say all of it.
  if (PURPOSE.some((part) => own[part] && live[part] && own[part] !== live[part]))
    throw new PublishError(
      `The build is ${inWords(own)}, but the live pages are ${inWords(live)}. Set BRAND_DIR and SITE_URL as they are for the server. If the brand's name or the address has changed, build in a new folder, as for an update.`,
    )
}

/** What a build was made for. */
const PURPOSE = ['brand', 'site', 'base'] as const
type BuildNote = Partial<Record<(typeof PURPOSE)[number], string>>
const noteOf = (dist: string) =>
  JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as BuildNote
const inWords = ({ brand = 'a brand', site = '', base = '/' }: BuildNote) =>
  `of ${brand} for ${site}${base}`

/** Makes a build the live one, at once. Processes that serve another one go on until they take it. */
export function swapTo(name: string): void {
  if (name === BUILT) return rmSync(LIVE)
  const link = `${LIVE}.next`
  rmSync(link, { force: true })
  symlinkSync(join(name, 'dist'), link, 'dir')
  renameSync(link, LIVE)
}

/** In the folder of a build that was taken back: a later going back passes over it. */
const takenBackNote = (name: string) => join(BUILDS, name, 'taken-back')

/** The last build before the live one that was not taken back. */
function buildBefore(): string | undefined {
  const live = liveBuild()
  if (live === null) return undefined
  const published = builds().map((name) => ({ name, madeAt: name }))
  const built = isWhole(BUILT)
    ? [{ name: BUILT, madeAt: nameAt(statSync(join(BUILT, 'build.json')).mtime) }]
    : []
  return [...published, ...built]
    .filter(({ name, madeAt }) => madeAt < live && !existsSync(takenBackNote(name)))
    .toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : 1))
    .at(-1)?.name
}

/** Makes the build before the live one the live one, and returns its name. */
export function swapBack(): string {
  const left = liveBuild()
  const name = buildBefore()
  if (name === undefined) throw new PublishError('There is no build to go back to.')
  requireWhole(name)
  swapTo(name)
  writeFileSync(takenBackNote(left!), '')
  return name
}

/** Removes the oldest builds but the one to go back to and those that processes serve, and what interrupted ones have left. */
export function dropOld(): void {
  const kept = [...builds().slice(-KEPT), liveBuild(), buildBefore()]
  for (const name of names())
    if (!kept.includes(name) && !isServed(join(BUILDS, name))) dropBuild(name)
}
