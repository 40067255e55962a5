import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In which a file of the build is sent. */
export type Encoding = 'br' | 'gzip' | 'identity'
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

export interface PackedFile {
  /** Below the site's base, with `/` before it. */
  path: string
  etag: string
  bodies: Bodies
}

/** Where the bodies of a file stand in the pack, from and to. */
export interface Entry extends Omit<PackedFile, 'bodies'> {
  places: Partial<Record<Encoding, [from: number, to: number]>> & { identity: [number, number] }
}

const filesOf = (dist: string) => ({
  index: join(dist, 'site-files.json'),
  pack: join(dist, 'site-files.bin'),
})

export const etagOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 27)

/**
 * Writes all that a built site consists of into one file: the server reads it at once, instead of a thousand.
 *
 * @param dist The build's folder.
 */
export function writePack(dist: string, files: Omit<PackedFile, 'etag'>[]): void {
  const { index, pack } = filesOf(dist)
  let end = 0
  const placeOf = ({ length }: Buffer) => [end, (end += length)]
  const entries = files.map(({ path, bodies }) => ({
    path,
    etag: etagOf(bodies.identity),
    places: Object.fromEntries(
      Object.entries(bodies).map(([encoding, body]) => [encoding, placeOf(body)]),
    ),
  }))
  writeFileSync(pack, Buffer.concat(files.flatMap(({ bodies }) => Object.values(bodies))))
  writeFileSync(index, JSON.stringify(entries))
}

/** What {@link writePack} has written last: once it is there, all of the pack is. */
export function indexOf(dist: string) {
  const file = filesOf(dist).index
  return { file, read: () => JSON.parse(readFileSync(file, 'utf8')) as Entry[] }
}

/** What {@link writePack} has written. */
export function readPack(dist: string): PackedFile[] {
  const all = readFileSync(filesOf(dist).pack)
  return indexOf(dist)
    .read()
    .map((entry) => filled(entry, (place) => all.subarray(...place)))
}

/** One file of it, without the others. */
export function readOne(dist: string, entry: Entry): PackedFile {
  const pack = openSync(filesOf(dist).pack, 'r')
  try {
    return filled(entry, ([from, to]) => {
      const body = Buffer.alloc(to - from)
      readSync(pack, body, 0, body.length, from)
      return body
    })
  } finally {
    closeSync(pack)
  }
}

const filled = (
  { path, etag, places }: Entry,
  bodyAt: (place: [from: number, to: number]) => Buffer,
): PackedFile => ({
  path,
  etag,
  bodies: Object.fromEntries(
    Object.entries(places).map(([encoding, place]) => [encoding, bodyAt(place)]),
  ) as Bodies,
})
