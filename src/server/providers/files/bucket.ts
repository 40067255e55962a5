import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SettingError } from '../../settings/environment.ts'
import { signedByAws, type AwsCredentials } from './aws-signature.ts'
import { requireKey, type FileStore } from './file-store.ts'

/** A bucket that speaks the S3 protocol. The address of its server has no slash at the end. */
export interface BucketSettings extends AwsCredentials {
  url: string
  bucket: string
}

const TIMEOUT_MS = 10_000
const TRIES = 3
const PAUSE_MS = 100

/** A bucket of files, for many machines. What a server cannot do at the moment is tried three times. */
export function bucketStore(settings: BucketSettings): FileStore {
  const ask = (method: string, key: string, body?: Uint8Array<ArrayBuffer>) => {
    requireKey(key)
    return askBucket(settings, method, key, body)
  }
  return {
    async put(key, bytes) {
      requireOk(await ask('PUT', key, new Uint8Array(bytes)), 'put')
    },
    async get(key) {
      const response = await ask('GET', key)
      if (response.status === 404) return null
      requireOk(response, 'get')
      return new Uint8Array(await response.arrayBuffer())
    },
    async delete(key) {
      const response = await ask('DELETE', key)
      if (response.status !== 404) requireOk(response, 'delete')
    },
  }
}

/**
 * Makes sure that files can be kept, by keeping one, and that what is not there is said to be so. A server that is down at
 * the moment is no reason not to start, but is told of.
 *
 * @throws {SettingError} Naming `UPLOADS_S3_BUCKET`, when the server refuses, or sends us elsewhere.
 */
export async function requireBucket(
  settings: BucketSettings,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const key = 'forecourt-writable'
  const store = bucketStore(settings)
  try {
    await store.put(key, new Uint8Array([1]))
    await store.get(key)
    await store.delete(key)
    // S3 answers 403 for what is not there to a key that may not list.
    await store.get(key)
  } catch (error) {
    if (error instanceof Refused)
      throw new SettingError(
        `UPLOADS_S3_BUCKET: ${settings.url} refuses to keep files in ${settings.bucket} (${error.message}); look whether it is there, at UPLOADS_S3_REGION, and whether the key may get, put, delete and list.`,
      )
    log.warn({ err: error }, 'the bucket for uploaded files does not answer')
  }
}

class Refused extends Error {}

function requireOk(response: Response, what: string): void {
  if (response.ok) return
  const said = `a ${what} was answered ${response.status}`
  throw response.status < 500 ? new Refused(said) : new Error(said)
}

async function askBucket(
  settings: BucketSettings,
  method: string,
  key: string,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const url = new URL(`${settings.url}/${settings.bucket}/${key}`)
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(url, {
        method,
        headers: signedByAws({ method, url, ...(body && { body }) }, settings, new Date()),
        ...(body && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status < 500 || tries === TRIES) return response
      await response.body?.cancel()
    } catch (error) {
      if (tries === TRIES) throw error
    }
    await pause(PAUSE_MS * 2 ** tries)
  }
}
