import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The content encodings of a file of the build. */
export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** The suffixes of the compressed copies of a file (`scripts/precompress.ts`). */
export const COPIES = { br: '.br', gzip: '.gz' } as const

/** The folder of a build with all public files. */
export const clientFolder = (dist: string): string => join(dist, 'client')

/** The paths of the files of a build without their copies, each with a leading `/`. */
export const builtPaths = (dist: string): string[] =>
  readdirSync(clientFolder(dist), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(clientFolder(dist), join(parentPath, name)))
    .map((name) => `/${name.replaceAll(sep, '/')}`)

/** A file of a build with its copies; `null` if it does not exist. */
export function readBuilt(dist: string, path: string): Bodies | null {
  const read = (name: string) => {
    try {
      return readFileSync(join(clientFolder(dist), name))
    } catch {
      return null
    }
  }
  const [br, gzip, identity] = [read(path + COPIES.br), read(path + COPIES.gzip), read(path)]
  return identity && { ...(br && { br }), ...(gzip && { gzip }), identity }
}

/** Where a file of a build is on the disk; `null` if it does not exist. */
export function locateBuilt(dist: string, path: string): string | null {
  const file = join(clientFolder(dist), path)
  return existsSync(file) ? file : null
}
