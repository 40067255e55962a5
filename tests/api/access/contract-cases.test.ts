import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { grantOf } from '#lib/api/who.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { at, fieldsOf, jsonSchemaOf, objectsOf, wrongValuesFor } from '#tests/setup/json-schema.ts'
import { CLIENT, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { arrive, arriveAs, type Person } from '#tests/setup/purchases.ts'
import { ask, requestOf, type Asked } from '#tests/setup/world.ts'
import { answerTo, calls, db, namedIn, problemOf, setUpWorld, world } from './contract.fixture.ts'

// What every call refuses.

setUpWorld()

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
      const { pattern, enum: choices } = properties[name!] ?? {}
      return [name!, String(choices?.[0] ?? (pattern?.startsWith('^[1-9]') ? '1' : 'ABC123'))]
    }),
  )
}

/** Who sends no token may need none: the case is about something else. */
const some = (endpoint: Endpoint, request: Asked): Asked => ({
  params: someParams(endpoint),
  ...request,
  headers: { ...signedIn(endpoint), ...request.headers },
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

  test.each(wanting)('$name answers 401 without one', async (endpoint) => {
    const answer = await answerTo(endpoint, { params: someParams(endpoint) })
    expect(answer.status).toBe(401)
  })
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
