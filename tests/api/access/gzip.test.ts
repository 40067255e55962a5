import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Context } from 'hono'
import { privateJson } from '#server/json-answers.ts'
import { isGzipped } from '#server/platform/http/gzip.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication } from '#tests/setup/application.ts'
import { arrive, started } from '#tests/setup/purchases.ts'

const open = async () => {
  const db = await databases[0]!.open()
  const app = startApplication(db)
  await seedDemo(app.deps)
  const mia = await arrive(app)
  const { id } = await started(mia)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    app.request(`/api${path}`, {
      headers: { authorization: `Bearer ${mia.accessToken}`, ...headers },
    })
  return { db, ask, purchase: `/purchase-journey/${id}` }
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('an answer is gzipped for who takes it, unless it is short', async () => {
  const { db, ask, purchase } = await open()
  const whole = await ask(purchase)
  expect(whole.headers.get('content-encoding')).toBeNull()
  const packed = await ask(purchase, { 'accept-encoding': 'br, gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(packed.headers.get('etag')).toBe(whole.headers.get('etag'))
  const [bytes, small] = [await bytesOf(whole), await bytesOf(packed)]
  expect(gunzipSync(small).equals(bytes)).toBe(true)
  expect(small.length).toBeLessThan(bytes.length / 2)

  const refused = await ask(purchase, { 'accept-encoding': 'gzip;q=0' })
  expect(refused.headers.get('content-encoding')).toBeNull()
  const commas = await ask(purchase, { 'accept-encoding': `gzip${','.repeat(15_000)}` })
  expect(commas.headers.get('content-encoding')).toBeNull()
  const short = await ask('/me', { 'accept-encoding': 'gzip' })
  expect(short.headers.get('content-encoding')).toBeNull()
  await db.destroy()
})

test('how long an answer is counts in bytes: three for most signs of Chinese', () => {
  const accepted = 'gzip'
  expect(isGzipped(200_000, accepted)).toBe(true)
  expect(isGzipped(200_001, accepted)).toBe(false)
  const answered = (text: string) => {
    const c = { req: { header: () => accepted } } as unknown as Context
    return privateJson(c, 200, {}, { text }).headers.get('content-encoding')
  }
  expect(answered('a'.repeat(150_000))).toBe('gzip')
  expect(answered('車'.repeat(150_000))).toBeNull()
})

test('a public answer has a tag for each way it is sent, and caches are told that there are two', async () => {
  const { db, ask } = await open()
  const asked = { 'accept-encoding': 'gzip' }
  const [whole, packed] = [await ask('/dealers'), await ask('/dealers', asked)]
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect([whole, packed].map(({ headers }) => headers.get('vary'))).toEqual([
    'accept-encoding',
    'accept-encoding',
  ])
  const [tag, own] = [whole, packed].map(({ headers }) => headers.get('etag')!)
  expect(own).not.toBe(tag)
  expect((await ask('/dealers', { ...asked, 'if-none-match': own! })).status).toBe(304)
  expect((await ask('/dealers', { ...asked, 'if-none-match': tag! })).status).toBe(200)
  expect((await ask('/dealers', { 'if-none-match': tag! })).status).toBe(304)
  const long = `${','.repeat(15_000)}${tag}`
  expect((await ask('/dealers', { 'if-none-match': long })).status).toBe(200)
  await db.destroy()
})
