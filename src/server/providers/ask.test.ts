import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type Answered, type HttpServer } from '#tests/setup/http-server.ts'
import { z } from '#lib/shared/zod.ts'
import { ask, ProviderUnavailable, understood } from './ask.ts'

let server: HttpServer
beforeEach(async () => {
  server = await startHttpServer(() => ({ body: { fine: true } }))
})
afterEach(() => server.close())

const question = () => ({ what: 'The oracle', url: new URL(`${server.url}/x?a=b`), timeoutMs: 300 })

test('requests JSON, and posts a form', async () => {
  const reply = await ask(question())
  expect([reply.status, reply.body]).toEqual([200, { fine: true }])
  await ask({ ...question(), form: { a: '1 & 2' }, headers: { authorization: 'Bearer t' } })
  expect(server.asked).toMatchObject([
    { method: 'GET', query: { a: 'b' }, headers: { accept: 'application/json' } },
    {
      method: 'POST',
      body: 'a=1+%26+2',
      headers: {
        authorization: 'Bearer t',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    },
  ])
})

test('an empty body is null, and an error status is an answer too', async () => {
  server.answer = () => ({ status: 500, body: '' })
  expect(await ask(question())).toMatchObject({ status: 500, body: null })
})

test.each<[string, () => Answered | Promise<Answered>]>([
  ['is no JSON', () => ({ body: '<html>Sorry</html>' })],
  ['is cut off', () => ({ body: '{"fine": tr' })],
  ['is endless', () => ({ body: JSON.stringify('x'.repeat(300_000)) })],
  ['leads elsewhere', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
  ['is never given', () => new Promise(() => {})],
  ['is a hung-up line', () => ({ hangsUp: true })],
])('an answer that %s is refused', async (_, answer) => {
  server.answer = answer
  await expect(ask(question())).rejects.toThrow(ProviderUnavailable)
  await expect(ask(question())).rejects.toThrow('The oracle is not available right now.')
})

test('a refused connection is an unavailable provider', async () => {
  const nowhere = question()
  await server.close()
  await expect(ask(nowhere)).rejects.toThrow(ProviderUnavailable)
})

test('an answer must match its schema, and the log gets the paths of wrong fields', () => {
  const reply = { headers: new Headers(), status: 200, body: { secret: 'x', number: 'two' } }
  const schema = z.object({ number: z.number() })
  expect(understood('It', schema, { ...reply, body: { number: 2, more: 1 } })).toEqual({
    number: 2,
  })
  for (const bad of [
    reply,
    { ...reply, status: 403, body: { number: 2 } },
    { ...reply, body: null },
  ])
    expect(() => understood('It', schema, bad)).toThrow('It is not available')
  try {
    understood('It', schema, reply)
  } catch (error) {
    expect(String((error as Error).cause)).toBe('Error: status 200, number')
  }
})
