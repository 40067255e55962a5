import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { grantOf } from '#lib/api/who.ts'
import { z } from '#lib/shared/zod.ts'
import type { Database, Db } from '#server/database.ts'
import type { Answered } from '#tests/setup/answer-judge.ts'
import { databases } from '#tests/setup/databases.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { at, fieldsOf, jsonSchemaOf, objectsOf, type JsonSchema } from '#tests/setup/json-schema.ts'
import { CLIENT, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { arrive, arriveAs, type Person } from '#tests/setup/purchases.ts'
import { ask, openWorld, requestOf, type Asked, type World } from '#tests/setup/world.ts'

// What every call must do is written once here, and asked of each call of the contract. Each answer is judged
// by the OpenAPI document that is served. SQLite has no part in most of it, so that one database is enough in a
// quick run; `npm run test:postgres` asks the same of PostgreSQL.

const calls = Object.values(contract)
const { open } = databases[0]!
let db: Db
let world: World
beforeAll(async () => {
  db = await open()
  world = await openWorld(db)
  // Examples buy cars.
  await db.updateTable('stock').set({ quantity: 1000 }).execute()
})
afterAll(async () => {
  await world?.stop()
  await db?.destroy()
})

/** Asks, and holds the answer to the document. */
async function answerTo(endpoint: Endpoint, request: Asked): Promise<Answered> {
  const answer = await ask(world, ...requestOf(endpoint, request))
  expect(world.judge(endpoint, answer), `${answer.status} ${answer.text.slice(0, 400)}`).toEqual([])
  return answer
}

interface Problem {
  code: string
  messages: { property?: string; message: string }[]
}
const problemOf = ({ text }: Answered) => JSON.parse(text) as Problem
const namedIn = (answer: Answered) => problemOf(answer).messages.map(({ property }) => property)

/** The examples end sessions. */
let customer: Person
const renewCustomer = async () => {
  customer = await arriveAs(world.app, { customer_id: world.mia.customerId, staff_id: null })
}

/** Who may make the call: a body is read for them alone. */
const signedIn = ({ who }: Endpoint): Record<string, string> => {
  const { owner, staff } = grantOf(who)
  return {
    authorization: `Bearer ${(owner && !staff ? customer : world.staff).accessToken}`,
    'x-captcha-token': RIGHT_CAPTCHA,
  }
}

/** Numbers and ids that pass for what a path wants. */
const someParams = ({ path, params }: Endpoint): Record<string, string> => {
  const { properties = {} } = params ? jsonSchemaOf(params) : {}
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => {
      const isNumber = properties[name!]?.pattern?.startsWith('^[1-9]')
      return [name!, isNumber ? '1' : 'ABC123']
    }),
  )
}

/** Who sends no token may need none: the case is about something else. */
const some = (endpoint: Endpoint, request: Asked): Asked => ({
  params: someParams(endpoint),
  ...request,
  headers: { ...signedIn(endpoint), ...request.headers },
})

/** Counted for a while, or what is noted of each request. */
const PASSING = ['audit', 'captcha_used', 'idempotency', 'rate']

/** How many rows each table has that counts. */
async function rowsOf(db: Db): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables()
  const counts = tables
    // On PostgreSQL, the tests' own tables have separate schemas.
    .filter(({ schema }) => schema === undefined || schema === 'public')
    .map(({ name }) => name as keyof Database)
    .filter((name) => !PASSING.includes(name))
    .map(async (name) => [name, (await db.selectFrom(name).selectAll().execute()).length] as const)
  return Object.fromEntries(await Promise.all(counts))
}

/** Moved by each call of a person who is signed in, and answers of the register that are kept for a day. */
const MOVING = ['session', 'acting', 'audit_head', 'register_answer']

/** What the tables that count hold. */
async function valuesOf(db: Db): Promise<Record<string, unknown[]>> {
  const names = Object.keys(await rowsOf(db)).filter((name) => !MOVING.includes(name))
  const rows = names.map(
    async (name) =>
      [
        name,
        await db
          .selectFrom(name as keyof Database)
          .selectAll()
          .execute(),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(rows))
}

describe('every call', () => {
  test('has a worked example', () => {
    const missing = calls.map(({ name }) => name).filter((name) => !examples[name])
    expect(missing, 'add a row below tests/setup/examples/').toEqual([])
    expect(Object.keys(examples).filter((name) => !contract[name])).toEqual([])
  })

  const worked = calls.filter(({ name }) => examples[name])

  // Of the catalogue, which is public, each grade is answered as its file has it.
  const CATALOGUE = ['listModels', 'getVariantOption']
  test.each(worked)('$name succeeds as declared, with no other field', async (endpoint) => {
    const { status, headers, text } = await answerTo(
      endpoint,
      asked(await examples[endpoint.name]!(world)),
    )
    expect(status, text).toBe(endpoint.ok)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (!endpoint.isPublic) expect(headers.get('cache-control')).toBe('no-store')
    if (!endpoint.answer || CATALOGUE.includes(endpoint.name)) return
    const given = JSON.parse(text) as unknown
    expect(z.parse(endpoint.answer, given)).toEqual(given)
  })

  // They note that a code was given and that a file was read, and ask the provider about a payment.
  const NOTING = ['getQuoteDocument', 'readPurchaseFile', 'returnFromStripe']
  const reads = worked.filter(({ name, method }) => method === 'GET' && !NOTING.includes(name))
  test.each(reads)('$name, which only reads, changes no table', async (endpoint) => {
    const example = asked(await examples[endpoint.name]!(world))
    const before = await valuesOf(db)
    await answerTo(endpoint, example)
    expect(await valuesOf(db)).toEqual(before)
  })

  test.each(worked.filter(({ isPublic }) => isPublic))(
    '$name is answered with 304 while nothing has changed',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const first = await answerTo(endpoint, example)
      const etag = first.headers.get('etag')!
      const again = await answerTo(endpoint, { ...example, headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    },
  )

  test.each(worked.filter(({ isIdempotent }) => isIdempotent))(
    '$name does with one key what it does once',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const key = `key-of-${endpoint.name}`
      const headers = { ...example.headers, 'idempotency-key': key }
      const first = await answerTo(endpoint, { ...example, headers })
      const again = await answerTo(endpoint, { ...example, headers })
      expect(first.status, first.text).toBe(endpoint.ok)
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(first.headers.has('etag')).toBe(!!endpoint.isVersioned)

      const other = asked(await examples[endpoint.name]!(world))
      const changed = { ...other, headers: { ...other.headers, 'idempotency-key': key } }
      const isSame =
        JSON.stringify([changed.params, changed.body]) ===
        JSON.stringify([example.params, example.body])
      if (!isSame) expect((await answerTo(endpoint, changed)).status).toBe(422)
    },
  )

  // A code or a link that is asked for again is sent again.
  const cutOff = worked.filter(
    ({ isIdempotent, name }) =>
      isIdempotent && !['createCustomer', 'createWebAccount'].includes(name),
  )
  // The code or the challenge that they ask for is used up by the first.
  const USED_UP = ['verifyWebAccountEmail', 'completePasswordReset', 'addPasskey']
  test.each(cutOff)(
    '$name does nothing a second time when its process died before the answer was kept',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const headers = { ...example.headers, 'idempotency-key': `cut-off-${endpoint.name}` }
      const first = await answerTo(endpoint, { ...example, headers })
      expect(first.status, first.text).toBe(endpoint.ok)
      // The key is still locked, but no request is running; its answer is unknown.
      await db
        .updateTable('idempotency')
        .set({ status: null, body: null, created_at: '2026-01-01T00:00:00.000Z' })
        .where('operation', '=', endpoint.name)
        .execute()
      const before = await rowsOf(db)
      const again = await answerTo(endpoint, { ...example, headers })
      const refused = USED_UP.includes(endpoint.name) ? 400 : 409
      expect([endpoint.ok, refused], again.text).toContain(again.status)
      expect(await rowsOf(db)).toEqual(before)
    },
  )

  test.each(
    calls
      .filter(({ isIdempotent }) => isIdempotent)
      .flatMap((endpoint) =>
        ['', ' ', 'x'.repeat(256), 'a b'].map((key) => ({ ...endpoint, endpoint, key })),
      ),
  )('$name refuses the key "$key"', async ({ endpoint, key }) => {
    if (!examples[endpoint.name]) return
    const example = asked(await examples[endpoint.name]!(world))
    const answer = await answerTo(endpoint, {
      ...example,
      headers: { ...example.headers, 'idempotency-key': key },
    })
    expect(answer.status).toBe(400)
    expect(namedIn(answer)).toEqual(['Idempotency-Key'])
  })
})

describe('a token', () => {
  beforeAll(renewCustomer)

  const isForQuoteOfBrowser = ({ who }: Endpoint) => grantOf(who).browser === 'without a token'
  const wanting = calls.filter((call) => call.auth === 'bearer' || isForQuoteOfBrowser(call))
  const tokens: [what: string, token: () => Promise<string> | string][] = [
    ['garbage', () => 'garbage'],
    ['an empty one', () => ''],
    ['one with a foreign signature', () => `a1_${'x'.repeat(22)}.1.${'A'.repeat(43)}`],
    ['a refresh token', () => world.mia.accessToken.replace(/^a1/, 'r1')],
    [
      'one of a session that has ended',
      async () => {
        const { accessToken } = await arrive(world.app)
        await ask(
          world,
          ...requestOf(contract.revoke!, { body: { ...CLIENT, token: accessToken } }),
        )
        return accessToken
      },
    ],
    [
      'one that has run out',
      async () => {
        const { accessToken } = await arrive(world.app)
        const sessionId = /^a1_([\w-]+)\./.exec(accessToken)![1]!
        const anHourAgo = new Date(world.app.clock.atMs - 3_600_000).toISOString()
        await db
          .updateTable('session')
          .set({ rotated_at: anHourAgo })
          .where('session_id', '=', sessionId)
          .execute()
        return accessToken
      },
    ],
  ]
  const cases = wanting.flatMap((endpoint) =>
    tokens.map(([what, token]) => ({ name: endpoint.name, endpoint, what, token })),
  )

  test.each(cases)('$name answers 401 to $what', async ({ endpoint, token }) => {
    const authorization = `Bearer ${await token()}`
    const answer = await answerTo(endpoint, some(endpoint, { headers: { authorization } }))
    expect(answer.status).toBe(401)
    expect(problemOf(answer).code).toBe('NotLoggedIn')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test.each(wanting.filter((call) => !isForQuoteOfBrowser(call)))(
    '$name answers 401 without one',
    async (endpoint) => {
      const answer = await answerTo(endpoint, { params: someParams(endpoint) })
      expect(answer.status).toBe(401)
    },
  )

  test.each(wanting.filter(isForQuoteOfBrowser))(
    '$name answers 401 without one, in a browser that made nothing',
    async (endpoint) => {
      const answer = await answerTo(endpoint, { params: someParams(endpoint) })
      expect(answer.status).toBe(401)
    },
  )
})

describe('how a request is sent', () => {
  beforeAll(renewCustomer)

  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const wrong = [...new Set(calls.map(({ path }) => path))].flatMap((path) => {
    const allowed = calls.filter((one) => one.path === path).map(({ method }) => method as string)
    return METHODS.filter((method) => !allowed.includes(method)).map((method) => ({
      path,
      method,
      allowed,
    }))
  })

  test.each(wrong)('$path is not for $method', async ({ path, method }) => {
    const endpoint = calls.find((one) => one.path === path)!
    const [url] = requestOf(endpoint, { params: someParams(endpoint) })
    // Some paths are also words of another path: `/customers/search`, `/quote/save`.
    const others = calls.filter((one) => one.method === method && matches(one.path, path))
    const answer = await ask(world, url, { method, headers: signedIn(endpoint) })
    if (others.length > 0) return void expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ')).toEqual(
      expect.arrayContaining(calls.filter((one) => one.path === path).map((one) => one.method)),
    )
  })

  const withBody = calls.filter(({ body, encoding }) => body && encoding !== 'raw')
  const media = withBody.flatMap((endpoint) =>
    [
      'text/plain',
      'multipart/form-data; boundary=x',
      endpoint.encoding === 'form' ? 'application/json' : 'application/x-www-form-urlencoded',
      '',
    ].map((type) => ({ name: endpoint.name, endpoint, type })),
  )
  test.each(media)('$name does not take "$type"', async ({ endpoint, type }) => {
    const answer = await answerTo(
      endpoint,
      some(endpoint, { body: '{}', headers: { 'content-type': type } }),
    )
    expect(answer.status).toBe(415)
  })

  test.each(withBody)('$name does not take more than it can hold', async (endpoint) => {
    const answer = await answerTo(endpoint, some(endpoint, { body: 'x'.repeat(70_000) }))
    expect(answer.status).toBe(413)
  })

  const json = withBody.filter(({ encoding }) => encoding === undefined)
  const unreadable = json.flatMap((endpoint) =>
    ['', '{', 'null', '[]', '"text"', '1'].map((body) => ({ name: endpoint.name, endpoint, body })),
  )
  test.each(unreadable)('$name does not take the body $body', async ({ endpoint, body }) => {
    const answer = await answerTo(endpoint, some(endpoint, { body }))
    expect(answer.status).toBe(400)
    expect(namedIn(answer).filter((name) => !name)).toEqual([])
  })
})

describe('a field', () => {
  beforeAll(renewCustomer)

  const json = calls.filter(({ body, encoding }) => body && encoding === undefined)
  // Of several shapes only that none fits can be said.
  const whole = json.filter(({ body }) => !jsonSchemaOf(body!).anyOf)

  const missing = whole.flatMap((endpoint) =>
    fieldsOf(jsonSchemaOf(endpoint.body!))
      .filter(({ isRequired }) => isRequired)
      .map(({ path }) => ({ name: endpoint.name, endpoint, path, field: path.join('.') })),
  )
  test.each(missing)('$name names $field when it is missing', async ({ endpoint, path, field }) => {
    const body = at(path.slice(0, -1), {})
    const answer = await answerTo(endpoint, some(endpoint, { body }))
    expect(answer.status).toBe(400)
    expect(problemOf(answer).code).toBe('Validation')
    expect(namedIn(answer)).toContain(field)
  })

  const wrong = whole.flatMap((endpoint) =>
    fieldsOf(jsonSchemaOf(endpoint.body!)).flatMap(({ path, schema }) =>
      wrongValuesFor(schema).map((value) => ({
        name: endpoint.name,
        endpoint,
        path,
        value,
        field: path.join('.'),
        shown: JSON.stringify(value).slice(0, 30),
      })),
    ),
  )
  test.each(wrong)(
    '$name names $field when it is $shown',
    async ({ endpoint, path, value, field }) => {
      const answer = await answerTo(endpoint, some(endpoint, { body: at(path, value) }))
      expect(answer.status).toBe(400)
      expect(namedIn(answer).some((name) => name === field || name?.startsWith(`${field}.`))).toBe(
        true,
      )
    },
  )

  const strict = json.flatMap((endpoint) =>
    objectsOf(jsonSchemaOf(endpoint.body!))
      .filter(({ schema }) => schema.additionalProperties === false)
      .map(({ path }) => ({
        name: endpoint.name,
        endpoint,
        path,
        inside: path.join('.') || 'the body',
      })),
  )
  test.each(strict)(
    '$name names one that it does not know in $inside',
    async ({ endpoint, path }) => {
      const answer = await answerTo(endpoint, some(endpoint, { body: at([...path, 'surplus'], 1) }))
      expect(answer.status).toBe(400)
      if (!jsonSchemaOf(endpoint.body!).anyOf)
        expect(namedIn(answer)).toContain([...path, 'surplus'].join('.'))
    },
  )

  const queries = calls.filter(({ query }) => query)
  const badQueries = queries.flatMap((endpoint) => {
    const schema = jsonSchemaOf(endpoint.query!)
    const fields = Object.entries(schema.properties ?? {})
    return [
      ...(schema.additionalProperties === false ? [{ query: 'surplus=1', field: 'surplus' }] : []),
      ...fields.map(([name]) => ({ query: `${name}=1&${name}=2`, field: name })),
      ...fields.map(([name]) => ({ query: `${name}=${'x'.repeat(400)}`, field: name })),
      ...(schema.required ?? []).map((name) => ({ query: '', field: name })),
    ].map((one) => ({ ...one, name: endpoint.name, endpoint, shown: one.query.slice(0, 30) }))
  })
  test.each(badQueries)('$name names $field of ?$shown', async ({ endpoint, query, field }) => {
    const [url, init] = requestOf(endpoint, some(endpoint, {}))
    const answer = await ask(world, `${url}?${query}`, init)
    expect(world.judge(endpoint, answer)).toEqual([])
    expect(answer.status).toBe(400)
    expect(namedIn(answer)).toContain(field)
  })

  const badPaths = calls.flatMap((endpoint) => {
    const names = Object.keys((endpoint.params && jsonSchemaOf(endpoint.params).properties) ?? {})
    return names.flatMap((field) =>
      ['!!', '%', 'a+b', 'x'.repeat(65), '..%2f..', "'--"].map((value) => ({
        name: endpoint.name,
        endpoint,
        field,
        value,
      })),
    )
  })
  test.each(badPaths)(
    '$name names $field of the path when it is $value',
    async ({ endpoint, field, value }) => {
      const params = { ...someParams(endpoint), [field]: value }
      const answer = await answerTo(endpoint, some(endpoint, { params }))
      expect(answer.status).toBe(400)
      expect(namedIn(answer)).toEqual([field])
    },
  )

  test.each(calls.filter(({ needsCaptcha }) => needsCaptcha))(
    '$name wants a captcha answered',
    async (endpoint) => {
      if (!examples[endpoint.name]) return
      const example = asked(await examples[endpoint.name]!(world))
      for (const token of [undefined, '', 'wrong']) {
        const headers: Record<string, string> =
          token === undefined ? {} : { 'x-captcha-token': token }
        const answer = await answerTo(endpoint, { ...example, headers })
        expect(answer.status).toBe(400)
        expect(problemOf(answer).code).toBe('InvalidToken')
      }
    },
  )
})

const matches = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    pattern !== path &&
    wanted.length === given.length &&
    wanted.every(
      (part, index) =>
        part.startsWith(':') || given[index]!.startsWith(':') || part === given[index],
    )
  )
}

/** Values that a field of a schema must not have. */
function wrongValuesFor({
  type,
  enum: names,
  const: only,
  maxLength,
  minimum,
  maximum,
  items,
}: JsonSchema): unknown[] {
  if (only !== undefined || names) return ['NO_SUCH_THING', 7, {}]
  if (type === 'string')
    return [7, {}, ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])]
  if (type === 'integer' || type === 'number')
    return [
      'seven',
      ...(type === 'integer' ? [0.5] : []),
      ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [minimum - 1]),
      ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
    ]
  if (type === 'boolean') return ['true', 1]
  if (type === 'array' && items) return [{}, 'text']
  return ['text', 7]
}
