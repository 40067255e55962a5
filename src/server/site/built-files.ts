import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** In which a file of the build is sent. */
export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** The copies that the build leaves beside a file (`scripts/precompress.ts`): what is added to its name. */
export const COPIES = { br: '.br', gzip: '.gz' } as const

/** The folder of a build with all that browsers may ask for. */
export const clientFolder = (dist: string): string => join(dist, 'client')

/** The paths of the files of a build, without their copies, each with `/` before it. */
export const builtPaths = (dist: string): string[] =>
  readdirSync(clientFolder(dist), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(clientFolder(dist), join(parentPath, name)))
    .map((name) => `/${name.replaceAll(sep, '/')}`)

/** A file of a build with its copies; `null` if it is not there. */
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
