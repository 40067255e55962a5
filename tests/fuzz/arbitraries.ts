import fc from 'fast-check'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { jsonSchemaOf } from '#tests/setup/json-schema.ts'
import { pooled, hostile, KNOWN, fitting, changed, written } from './values.ts'

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

/** Who a run can be. */
const ACTORS = ['mia', 'rawiri', 'staff', 'gone'] as const

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
