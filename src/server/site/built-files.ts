import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** In which a file of the build is sent. */
export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** The copies that the build leaves beside a file (`scripts/precompress.ts`): what is added to its name. */
export const COPIES = { br: '.br', gzip: '.gz' } as const

export const isCopy = (path: string): boolean => /\.(br|gz)$/.test(path)

/** The folder of a build with all that browsers may ask for. */
export const clientFolder = (dist: string): string => join(dist, 'client')

/** The paths of the files of a build, copies included, each with `/` before it. */
export const builtPaths = (dist: string): string[] =>
  readdirSync(clientFolder(dist), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(clientFolder(dist), join(parentPath, name)))
    .map((name) => `/${name.replaceAll(sep, '/')}`)

/** The files at some paths of a build, each with those of its copies that are among them. */
export function readBuilt(dist: string, paths: string[]): Map<string, Bodies> {
  const read = new Map(paths.map((path) => [path, readFileSync(join(clientFolder(dist), path))]))
  return new Map(
    [...read]
      .filter(([path]) => !isCopy(path))
      .map(([path, identity]) => {
        const [br, gzip] = [read.get(path + COPIES.br), read.get(path + COPIES.gzip)]
        return [path, { ...(br && { br }), ...(gzip && { gzip }), identity }]
      }),
  )
}
