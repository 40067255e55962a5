import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { SettingError } from '#server/platform/settings/environment.ts'
import { requireKey, type FileStore } from './file-store.ts'

/** A bucket with the S3 protocol. The address of its server has no slash at the end. */
export interface BucketSettings {
  url: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000
const TRIES = 3
const PAUSE_MS = 100

/** Stores files in a bucket, for several machines. A temporary error is retried, three tries in all. */
export function bucketStore(settings: BucketSettings): FileStore {
  const { url, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey })
  const ask = (method: string, key: string, body = new Uint8Array()) => {
    requireKey(key)
    return askBucket(client, `${url}/${bucket}/${key}`, method, body)
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
 * Checks that a file can be stored, and that a missing file is reported as missing. A server that is down does not stop
 * the start, but is reported.
 *
 * @throws {SettingError} Naming `UPLOADS_S3_BUCKET`, if the server refuses or redirects.
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
    // S3 answers 403 for a missing file if the key may not list.
    await store.get(key)
  } catch (error) {
    if (error instanceof Refused)
      throw new SettingError(
        `UPLOADS_S3_BUCKET: ${settings.url} refuses to keep files in ${settings.bucket} (${error.message}); check that it exists in UPLOADS_S3_REGION, and that the key may get, put, delete and list.`,
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
  client: AwsClient,
  url: string,
  method: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
  for (let tries = 1; ; tries += 1) {
    try {
      const request = await client.sign(url, {
        method,
        headers,
        ...(body.length > 0 && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const response = await fetch(request)
      if (response.status < 500 || tries === TRIES) return response
      await response.body?.cancel()
    } catch (error) {
      if (tries === TRIES) throw error
    }
    await pause(PAUSE_MS * 2 ** tries)
  }
}
