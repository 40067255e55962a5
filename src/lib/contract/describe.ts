import { z } from '#lib/zod.ts'
import type { Endpoint } from './endpoint.ts'

/** A call in words, for the page at `/api/docs` and for `docs/api.md`. */
export interface CallDescription {
  name: string
  method: string
  path: string
  summary: string
  who: string
  /** `Idempotency-Key`, `X-Captcha-Token`: what it heeds beside its parameters. */
  headers: string[]
  input: FieldDescription[]
  answer: FieldDescription[]
  ok: number
  errors: number[]
}

export interface FieldDescription {
  /** With dots for what lies inside: `finance.termMonths`. */
  name: string
  where: 'path' | 'query' | 'body' | 'answer'
  type: string
  isRequired: boolean
}

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
}

/** Deeper than this, a field's own shape is named and not spread out. */
const DEPTH = 2

/** The statuses of a call's failures, with some that every call may answer. */
export const failuresOf = (
  { errors, isIdempotent }: Pick<Endpoint, 'errors' | 'isIdempotent'>,
  always: number[],
): number[] => {
  // A key that is at work already, or was used for another request.
  const ofKey = isIdempotent ? [409, 422] : []
  return [...new Set([...always, ...errors, ...ofKey])].sort((a, b) => a - b)
}

/** Every call of a contract in words, by path and method. */
export const describeContract = (contract: Record<string, Endpoint>): CallDescription[] =>
  Object.values(contract)
    .map(describeCall)
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))

/** Says what a call takes and answers, field by field. */
function describeCall(endpoint: Endpoint): CallDescription {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]): FieldDescription => ({
    name: name!,
    where: 'path',
    type: 'text',
    isRequired: true,
  }))
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    who: endpoint.who,
    headers: [
      ...(endpoint.auth === 'bearer' ? ['Authorization: Bearer'] : []),
      ...(endpoint.auth === 'optional'
        ? ['Authorization: Bearer', ...(inPath.length > 0 ? ['X-Booking-Key'] : [])]
        : []),
      ...(endpoint.isIdempotent ? ['Idempotency-Key'] : []),
      ...(endpoint.needsCaptcha ? ['X-Captcha-Token'] : []),
    ],
    input: [
      ...inPath,
      ...fieldsOf(endpoint.query, 'query'),
      ...(endpoint.encoding === 'raw' ? [] : fieldsOf(endpoint.body, 'body')),
    ],
    answer: fieldsOf(endpoint.answer ?? undefined, 'answer'),
    ok: endpoint.ok,
    errors: failuresOf(endpoint, [400, 429]),
  }
}

function fieldsOf(
  schema: z.core.$ZodType | undefined,
  where: FieldDescription['where'],
): FieldDescription[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return spread(json, where, '', 0)
}

function spread(
  schema: JsonSchema,
  where: FieldDescription['where'],
  prefix: string,
  depth: number,
): FieldDescription[] {
  // One of several shapes: what all of them may hold, none of it certain.
  if (schema.anyOf && depth === 0)
    return schema.anyOf.flatMap((one) =>
      spread(one, where, prefix, depth).map((field) => ({ ...field, isRequired: false })),
    )
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = {
      name: prefix + name,
      where,
      type: typeOf(property),
      isRequired: !!schema.required?.includes(name),
    }
    const inner = property.properties ? property : property.items
    const suffix = property.properties ? '.' : '[].'
    return depth + 1 < DEPTH && inner?.properties
      ? [own, ...spread(inner, where, `${prefix}${name}${suffix}`, depth + 1)]
      : [own]
  })
}

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return TYPES[schema.type ?? ''] ?? 'anything'
}
