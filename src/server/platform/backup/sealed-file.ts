import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { writeAtomically } from '#server/platform/files/whole-file.ts'

/** Why a backup or a restore was refused; nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The description of a backup, in plain text at its beginning. A change to it is detected. */
export interface Manifest {
  takenAt: string
  /** The migrations that have run on the database. */
  migrations: string[]
  /** The {@link Keys.fingerprint} of its keys. */
  keys: string
  /** The ids of the data keys in use. */
  dataKeys: string[]
  /** Of the database. */
  sha256: string
  /** Missing in backups of before it was compressed. */
  compression?: 'gzip'
  /** The number of rows by table. */
  rows: Record<string, number>
  /** The ids of the uploaded files. */
  files: string[]
}

// A sealed file: the first line, the manifest as a line, the start vector, the compressed and encrypted database, the
// tag.
const FIRST_LINE = 'forecourt backup 1'
const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const CHUNK_BYTES = 1024 * 1024

const headOf = (manifest: Manifest) => Buffer.from(`${FIRST_LINE}\n${JSON.stringify(manifest)}\n`)

/** Compresses and encrypts a database to a file. Returns the manifest as it is in the file. */
export async function seal(
  keys: Keys,
  described: Manifest,
  plain: string,
  file: string,
): Promise<Manifest> {
  const manifest: Manifest = { ...described, compression: 'gzip' }
  const head = headOf(manifest)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keys.backup, iv).setAAD(head)
  await writeAtomically(file, async (sealed) => {
    await sealed.appendFile(Buffer.concat([head, iv]))
    await pipeline(chunksOf(plain), createGzip({ level: 1 }), async (chunks) => {
      for await (const chunk of chunks) await sealed.appendFile(cipher.update(chunk as Buffer))
    })
    await sealed.appendFile(Buffer.concat([cipher.final(), cipher.getAuthTag()]))
  })
  return manifest
}

/**
 * Reads the manifest of a backup; `null` for another file.
 *
 * @throws {BackupError} If the file cannot be read.
 */
export async function readManifest(file: string): Promise<Manifest | null> {
  // Looked through piece by piece: it names every uploaded file.
  const parts: string[] = []
  try {
    for await (const part of createReadStream(file, { encoding: 'latin1' })) {
      const text = part as string
      const isFirst = parts.length === 0
      if (isFirst && !text.startsWith(`${FIRST_LINE}\n`)) break
      const end = text.indexOf('\n', isFirst ? FIRST_LINE.length + 1 : 0)
      parts.push(end === -1 ? text : text.slice(0, end))
      if (end !== -1) return JSON.parse(parts.join('').slice(FIRST_LINE.length)) as Manifest
    }
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new BackupError(`${file} cannot be read (${(error as Error).message}).`)
  }
  return null
}

/**
 * Decrypts and unpacks the database of a backup to a file.
 *
 * @throws {BackupError} If it was written with other keys, or was changed.
 */
export async function unseal(
  keys: Keys,
  manifest: Manifest,
  file: string,
  plain: string,
): Promise<void> {
  if (manifest.keys !== keys.fingerprint)
    throw new BackupError(`${file} was written with another SECRET_KEY.`)
  const changed = new BackupError(
    `${file} has been changed since it was written: use another backup.`,
  )
  const head = headOf(manifest)
  const start = head.length + IV_BYTES
  const end = (await stat(file)).size - TAG_BYTES
  if (end <= start) throw changed
  const [iv, tag] = await Promise.all([
    bytesOf(file, head.length, start),
    bytesOf(file, end, end + TAG_BYTES),
  ])
  const decipher = createDecipheriv(ALGORITHM, keys.backup, iv).setAAD(head).setAuthTag(tag)
  async function* decrypted() {
    for await (const chunk of chunksOf(file, start, end)) yield decipher.update(chunk)
    try {
      yield decipher.final()
    } catch {
      throw changed
    }
  }
  const unpacking = manifest.compression === 'gzip' ? createGunzip() : new PassThrough()
  await writeAtomically(plain, (opened) =>
    pipeline(decrypted, unpacking, async (chunks) => {
      for await (const chunk of chunks) await opened.appendFile(chunk as Buffer)
    }).catch((error: NodeJS.ErrnoException) => {
      // What was changed is rarely still packed.
      throw error.code?.startsWith('Z_') ? changed : error
    }),
  )
  if ((await sha256Of(plain)) !== manifest.sha256) throw changed
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** @param end The first byte after the range. */
const chunksOf = (file: string, start = 0, end = Infinity): AsyncIterable<Buffer> =>
  createReadStream(file, { start, end: end - 1, highWaterMark: CHUNK_BYTES })

async function bytesOf(file: string, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(file, start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
