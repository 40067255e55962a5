import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startHttpServer, type Asked, type HttpServer } from '#tests/setup/http-server.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { bucketStore, requireBucket, type BucketSettings } from './bucket.ts'

const KEY = 'abcdefgh12345678'
const EXAMPLE = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the signature', () => {
  // The examples of AWS's own documentation of Signature Version 4 for S3.
  test.each([
    [
      'https://examplebucket.s3.amazonaws.com/test.txt',
      { range: 'bytes=0-9' },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'https://examplebucket.s3.amazonaws.com/?lifecycle',
      {},
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J',
      {},
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('of %s is as documented', async (url, headers, signature) => {
    const signer = new AwsV4Signer({
      ...EXAMPLE,
      service: 's3',
      url,
      headers: { ...headers, 'x-amz-content-sha256': sha256('') },
      datetime: '20130524T000000Z',
      allHeaders: true,
    })
    expect(await signer.signature()).toBe(signature)
  })
})

describe('a bucket', () => {
  let server: HttpServer
  let settings: BucketSettings
  const kept = new Map<string, string>()

  /** A server with the part of the S3 protocol that we use. It accepts only requests signed with its key. */
  const answer = async ({ method, path, headers, body }: Asked) => {
    const datetime = String(headers['x-amz-date'])
    const at = new Date(
      datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    )
    const signed = new AwsV4Signer({
      ...EXAMPLE,
      service: 's3',
      method,
      url: `http://${headers.host}${path}`,
      headers: { 'x-amz-content-sha256': sha256(body) },
      datetime,
    })
    if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400 }
    if (headers.authorization !== (await signed.authHeader())) return { status: 403 }
    if (Math.abs(Date.now() - at.getTime()) > 15 * 60_000) return { status: 403 }
    if (!path.startsWith('/uploads/')) return { status: 404 }
    if (method === 'PUT') kept.set(path, body)
    if (method === 'DELETE') return { status: kept.delete(path) ? 204 : 404 }
    return kept.has(path) ? { body: kept.get(path)! } : { status: 404 }
  }

  beforeEach(async () => {
    kept.clear()
    server = await startHttpServer(answer)
    settings = { ...EXAMPLE, url: server.url, bucket: 'uploads' }
  })
  afterEach(() => server.close())

  test('a stored file can be read until it is deleted', async () => {
    const store = bucketStore(settings)
    await store.put(KEY, Buffer.from('sealed'))
    expect(String(Buffer.from((await store.get(KEY))!))).toBe('sealed')
    await store.delete(KEY)
    await store.delete(KEY)
    expect(await store.get(KEY)).toBeNull()
    expect(server.asked.map(({ path }) => path)).toEqual(Array(5).fill(`/uploads/${KEY}`))
  })

  test('a temporary error is retried', async () => {
    let tries = 0
    server.answer = (asked) => {
      tries += 1
      if (tries === 1) return { status: 503 }
      return tries === 2 ? { hangsUp: true } : answer(asked)
    }
    await bucketStore(settings).put(KEY, Buffer.from('sealed'))
    expect([...kept.values()]).toEqual(['sealed'])
    server.answer = () => ({ status: 500 })
    await expect(bucketStore(settings).get(KEY)).rejects.toThrow('answered 500')
  })

  test('a path is not a valid key', async () => {
    for (const key of ['../../etc/passwd', 'ab/cdefgh', '', '?delete'])
      await expect(bucketStore(settings).put(key, Buffer.from('x'))).rejects.toThrow('key')
    expect(server.asked).toEqual([])
  })

  describe('at the start', () => {
    const log = { warn: vi.fn() }
    beforeEach(() => void log.warn.mockClear())

    test('is tested, and the test file is removed', async () => {
      await requireBucket(settings, log)
      expect(kept.size).toBe(0)
      expect(log.warn).not.toHaveBeenCalled()
    })

    test('a refusal stops it with the name of the setting', async () => {
      for (const wrong of [{ secretAccessKey: 'another' }, { bucket: 'elsewhere' }])
        await expect(requireBucket({ ...settings, ...wrong }, log)).rejects.toThrow(
          /^UPLOADS_S3_BUCKET: /,
        )
    })

    test('a refusal for a missing file stops it', async () => {
      server.answer = async (asked) => {
        const { status, ...rest } = (await answer(asked)) as { status?: number }
        return asked.method === 'GET' && status === 404 ? { status: 403 } : { status, ...rest }
      }
      await expect(requireBucket(settings, log)).rejects.toThrow('a get was answered 403')
    })

    test('a bucket in another region stops it', async () => {
      server.answer = () => ({ status: 301, headers: { location: 'https://elsewhere.example/' } })
      await expect(requireBucket(settings, log)).rejects.toThrow('a put was answered 301')
      expect(server.asked).toHaveLength(1)
    })

    test('a server that is down is reported and does not stop it', async () => {
      await requireBucket({ ...settings, url: 'http://127.0.0.1:9' }, log)
      expect(log.warn).toHaveBeenCalledOnce()
    })
  })
})

describe('the settings', () => {
  const env = {
    UPLOADS_S3_BUCKET: 'uploads',
    UPLOADS_S3_URL: 'https://s3.example/',
    UPLOADS_S3_KEY_ID: 'id',
    UPLOADS_S3_SECRET: 'secret',
  }

  test('name a bucket', () => {
    expect(readSettings({}).bucket).toBeNull()
    expect(readSettings(env).bucket).toEqual({
      url: 'https://s3.example',
      bucket: 'uploads',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  test.each([
    [{ UPLOADS_S3_URL: '' }, 'UPLOADS_S3_URL is missing'],
    [{ UPLOADS_S3_URL: 'http://s3.example' }, 'UPLOADS_S3_URL must be an https address'],
    [{ UPLOADS_S3_KEY_ID: '' }, 'UPLOADS_S3_KEY_ID is missing'],
    [{ UPLOADS_S3_SECRET: '' }, 'UPLOADS_S3_SECRET is missing'],
    [{ UPLOADS_S3_BUCKET: 'a/b' }, 'UPLOADS_S3_BUCKET must be'],
    [{ UPLOADS_DIR: '/var/uploads' }, 'UPLOADS_DIR and UPLOADS_S3_BUCKET are two places'],
  ])('are refused with %j', (wrong, message) => {
    expect(() => readSettings({ ...env, ...wrong })).toThrow(message)
  })
})
