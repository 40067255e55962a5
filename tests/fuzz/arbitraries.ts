import fc from 'fast-check'
import { catalogue } from '#content/catalogue.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { CLIENT, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { TERMS_VERSION } from '#tests/setup/purchases.ts'
import { jsonSchemaOf, type JsonSchema } from '#tests/setup/json-schema.ts'

/** A generated request. Names in double braces refer to objects of the run: `{{quote:3}}`. */
export interface MadeUp {
  endpoint: Endpoint
  /** Below `/api`. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** Where there is one, the call's example is sent in place of the rest: so that its success is reached, and what is near it. */
  example: Variation | undefined
}

/** Of an example's body: all of it, or one part changed, as `changed` takes it. */
export type Variation = 'as it is' | [way: number, other: unknown]

/** What a run comes by and uses again, and who it can be. */
export const POOLS = ['quote', 'journey', 'customer', 'session', 'bank', 'trade'] as const
const ACTORS = ['mia', 'rawiri', 'staff', 'gone'] as const

const pooled = (pool: (typeof POOLS)[number]) => fc.nat(7).map((at) => `{{${pool}:${at}}}`)

const TEXTS = [
  '',
  ' ',
  'Mia',
  'Tāmaki Makaurau 🏳️‍🌈',
  '\u202edesrever',
  '\ud800',
  '\0',
  'a\r\nSet-Cookie: polluted=1',
  `'; drop table quote; --`,
  `%' or '1'='1`,
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e999',
  '0x10',
  '2026-02-30',
  '٣',
  'x'.repeat(300),
  'x'.repeat(6_000),
  '@',
  'a@b',
  `${'a'.repeat(254)}@b`,
]
const NUMBERS = [0, -0, -1, 0.5, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e21, 1e300]

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [[]], { $ne: null }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.nat(200).map(nested),
)
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

const codesOf = (list: { code: string }[]) => fc.constantFrom(...list.map(({ code }) => code))
const options = catalogue.models.flatMap(({ variants }) =>
  variants.flatMap((variant) => variant.options.map(({ kdcd }) => kdcd)),
)

/** Fields whose good values the schema does not tell. */
const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  kdcd: fc.constantFrom(...options),
  option: fc.constantFrom(...options),
  colourCode: codesOf(catalogue.colours),
  interiorCode: codesOf(catalogue.interiors),
  accessoryCodes: fc.subarray(
    catalogue.accessories.map(({ code }) => code),
    { maxLength: 4 },
  ),
  servicePlanCode: codesOf(catalogue.servicePlans),
  outletCode: fc.constantFrom(...catalogue.dealers.map(({ outletCode }) => outletCode)),
  quoteId: pooled('quote'),
  purchaseJourneyId: pooled('journey'),
  customerId: fc.oneof(fc.constantFrom(-1, 1, 999), pooled('customer')),
  sessionId: pooled('session'),
  session_id: pooled('session'),
  email: fc.oneof(
    fc.constantFrom(...SAMPLE_ACCOUNTS.map(({ email }) => email)),
    fc.nat(999).map((at) => `someone${at}@post.example`),
  ),
  username: fc.constantFrom(...SAMPLE_ACCOUNTS.map(({ email }) => email), 'nobody@post.example'),
  password: fc.constantFrom('', SAMPLE_PASSWORD, 'wrong password 2026'),
  currentPassword: fc.constant(SAMPLE_PASSWORD),
  grant_type: fc.constantFrom('password', 'refresh_token', 'client_credentials', 'token'),
  client_id: fc.constant(CLIENT.client_id),
  client_secret: fc.constant(CLIENT.client_secret),
  termsVersion: fc.constant(TERMS_VERSION),
  dateOfBirth: fc.constantFrom('1988-04-12', '1900-01-01', '2026-11-23', '2026-02-30'),
  registration: fc.constantFrom('TOI101', 'T0I101', 'KBR204', 'ZZZ999'),
  regNo: fc.constantFrom('TOI101', 'toi102', 'ZZZ999'),
  refresh_token: fc.constantFrom('{{refresh:0}}', '{{refresh:1}}', 'r1_x'),
  addressId: fc.constantFrom('900001', '900002', '900003'),
  Token: pooled('bank'),
  token: pooled('bank'),
}

/** Fields without which a request comes no further than the door. */
const ALWAYS = ['grant_type', 'client_id', 'client_secret', 'username', 'password', 'refresh_token']

/** Values that fit a schema, or come close. */
function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if (KNOWN[name]) return KNOWN[name]
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, name)))
  switch (schema.type) {
    case 'string': {
      const pattern = schema.pattern ?? schema.allOf?.find((one) => one.pattern)?.pattern
      // It cannot make strings by what they look ahead to; without that they come close.
      if (pattern) return fc.stringMatching(new RegExp(pattern.replace(/\(\?=[^)]*\)/g, '')))
      const maxLength = Math.min(schema.maxLength ?? 30, 30)
      return fc.oneof(
        fc.constantFrom('Mia', 'Harris', '021 555 0123', 'Auckland'),
        fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength }),
      )
    }
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -1_000_000),
        max: Math.min(schema.maximum ?? 5_000_000, 100_000_000),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 100, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 3 })
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(
        ([key, part]) => [key, fitting(part, key)] as const,
      )
      const record = (all: typeof properties, requiredKeys: string[]) =>
        fc.record(Object.fromEntries(all), { requiredKeys })
      const required = schema.required ?? []
      const needed = properties.filter(([key]) => required.includes(key) || ALWAYS.includes(key))
      return fc.oneof(
        record(properties, required),
        record(
          needed,
          needed.map(([key]) => key),
        ),
      )
    }
    default:
      return hostile
  }
}

/** A value with one part of it taken out, replaced by something else, or given a neighbour. */
export function changed(value: unknown, way: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other
  const entries = Object.entries(value)
  const [key, part] = entries[way % Math.max(entries.length, 1)] ?? []
  const deeper = Math.floor(way / 7)
  if (key === undefined || way % 5 === 0) return { ...value, [String(way)]: other }
  if (way % 5 === 1) return Object.fromEntries(entries.filter(([name]) => name !== key))
  const replaced = typeof part === 'object' ? changed(part, deeper, other) : other
  return Array.isArray(value)
    ? value.map((item: unknown, at) => (String(at) === key ? replaced : item))
    : { ...value, [key]: replaced }
}

export const written = (value: unknown): string => JSON.stringify(value) ?? ''

/** The text of a body: mostly near to what is wanted. */
function bodyOf({ body, encoding }: Endpoint): fc.Arbitrary<string | Uint8Array | undefined> {
  if (!body && encoding !== 'raw' && encoding !== 'file') return fc.constant(undefined)
  const valid = body ? fitting(jsonSchemaOf(body)) : fc.constant({ id: 'evt_1', type: 'x' })
  const near = fc.tuple(valid, fc.nat(10_000), hostile).map((parts) => changed(...parts))
  if (encoding === 'form')
    return fc.oneof(
      { weight: 5, arbitrary: valid.map((value) => formText(value)) },
      { weight: 4, arbitrary: near.map((value) => formText(value)) },
      fc.string({ unit: 'binary', maxLength: 200 }),
    )
  return fc.oneof(
    { weight: 8, arbitrary: valid.map(written) },
    { weight: 8, arbitrary: near.map(written) },
    { weight: 2, arbitrary: hostile.map(written) },
    near.map((value) => written(value).replace('{', '{"__proto__":{"polluted":true},')),
    near.map((value) => written(value).slice(0, -1)),
    fc.uint8Array({ maxLength: 100 }),
    fc.constantFrom('', '['.repeat(30_000), '{"a":'.repeat(10_000), 'x'.repeat(70_000)),
  )
}
/** Some made-up objects have no text of their own. */
const textOf = (part: unknown): string =>
  (typeof part === 'object' ? JSON.stringify(part) : String(part)).toWellFormed()

export const formText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? new URLSearchParams(Object.entries(value).map(([name, part]) => [name, textOf(part)]))
        .toString()
        // References to objects of the run are filled in later.
        .replace(/%7B%7B(\w+)%3A(\d+)%7D%7D/g, '{{$1:$2}}')
    : String(value).toWellFormed()

function pathOf({ path, params, query }: Endpoint): fc.Arbitrary<string> {
  const known = (params && jsonSchemaOf(params).properties) ?? {}
  const poolOf = (name: string): fc.Arbitrary<unknown> => {
    if (name !== 'id') return KNOWN[name] ?? fitting(known[name] ?? { type: 'string' }, name)
    if (path.startsWith('/customer')) return pooled('customer')
    return pooled(path.startsWith('/purchase') ? 'journey' : 'quote')
  }
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const name = part.slice(1)
    return fc
      .oneof(
        { weight: 6, arbitrary: poolOf(name) },
        fitting(known[name] ?? { type: 'string' }),
        hostile,
      )
      .map((value) => encoded(value))
  })
  const search = query
    ? fc
        .oneof(
          { weight: 4, arbitrary: fitting(jsonSchemaOf(query)) },
          fc
            .tuple(fitting(jsonSchemaOf(query)), fc.nat(999), hostile)
            .map((all) => changed(...all)),
        )
        .map((value) => `?${formText(value)}`)
    : fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        fc.constantFrom('?', '?a=1&a=2', '?%', '?__proto__=1'),
      )
  return fc.tuple(...parts, search).map((all) => all.slice(0, -1).join('/') + all.at(-1))
}
const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : written(value)
  return text.startsWith('{{') ? text : encodeURIComponent(text.toWellFormed()) || '%20'
}

/** What a header can carry: the rest never arrives. */
const headerText = fc.oneof(
  fc.constantFrom('', 'x', '"v1"', '*', 'W/"1"', 'x'.repeat(5_000), "'--", 'true'),
  fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
)
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, arbitrary)

function headersOf({ auth, encoding }: Endpoint): fc.Arbitrary<Record<string, string>> {
  const type = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return fc
    .record({
      'content-type': fc.oneof(
        { weight: 30, arbitrary: fc.constant<string | undefined>(type) },
        fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          undefined,
        ),
      ),
      authorization: fc.oneof(
        {
          weight: auth === 'bearer' ? 12 : 1,
          arbitrary: fc
            .constantFrom(...ACTORS, 'mia', 'mia', 'staff')
            .map((who) => `Bearer {{${who}:0}}`),
        },
        fc.constantFrom(undefined, 'Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'x'.repeat(600)}`),
      ),
      'x-captcha-token': fc.oneof({ weight: 9, arbitrary: fc.constant(RIGHT_CAPTCHA) }, headerText),
      'idempotency-key': rarely(
        fc.oneof(
          fc.nat(30).map((at) => `key-${at}`),
          headerText,
        ),
      ),
      'if-match': rarely(
        fc.oneof(
          fc.nat(4).map((at) => `"v${at}"`),
          headerText,
        ),
      ),
      'if-none-match': rarely(headerText),
      cookie: rarely(
        fc.oneof(
          fc.constant('{{cookie:0}}'),
          headerText.map((text) => `anon=${text}`),
        ),
      ),
      'stripe-signature': rarely(headerText),
      'x-forwarded-for': rarely(headerText),
      'content-length': rarely(fc.constantFrom('0', '99999999', '-1', 'x')),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined),
      ),
    )
}

/** Making an example up takes some requests of its own: one in twelve is. */
const variation: fc.Arbitrary<Variation | undefined> = fc.oneof(
  { weight: 22, arbitrary: fc.constant(undefined) },
  fc.constant('as it is' as const),
  fc.tuple(fc.nat(10_000), hostile),
)

/** A request to any of the calls. */
export const requestsTo = (endpoints: Endpoint[]): fc.Arbitrary<MadeUp> =>
  fc.oneof(
    ...endpoints.map((endpoint) =>
      fc.record({
        endpoint: fc.constant(endpoint),
        path: pathOf(endpoint),
        headers: headersOf(endpoint),
        body: bodyOf(endpoint),
        example: variation,
      }),
    ),
  )
