import fc from 'fast-check'
import { catalogue } from '#content/catalogue.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { CLIENT } from '#tests/setup/people.ts'
import { TERMS_VERSION } from '#tests/setup/purchases.ts'
import type { JsonSchema } from '#tests/setup/json-schema.ts'

// What a field may be given: values that fit its schema, or come close, and hostile ones.

/** What a run comes by and uses again. */
export const POOLS = ['quote', 'journey', 'customer', 'session', 'bank', 'trade'] as const

export const pooled = (pool: (typeof POOLS)[number]) => fc.nat(7).map((at) => `{{${pool}:${at}}}`)

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

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
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
export const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
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
export function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
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
