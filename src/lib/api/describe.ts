import { z } from '#lib/shared/zod.ts'
import type { Endpoint } from './endpoint.ts'
import { namedShapes } from '#lib/named-shapes.ts'
import { callersText, failureStatuses, requestHeaders, responseHeaders } from './endpoint-docs.ts'

/** A contract in words, for the page at `/api/docs/`. */
export interface ContractDescription {
  /** By path and method. */
  calls: CallDescription[]
  /** The named shapes that the calls refer to. */
  shapes: ShapeDescription[]
}

export interface CallDescription {
  name: string
  method: string
  path: string
  summary: string
  who: string
  input: FieldDescription[]
  answer: FieldDescription[]
  ok: number
  errors: number[]
}

interface ShapeDescription {
  name: string
  /** Without fields: a choice of words, or a text. */
  type: string
  fields: FieldDescription[]
}

export interface FieldDescription {
  /** With dots for what lies inside: `finance.termMonths`. Empty for the body itself. */
  name: string
  where: 'path' | 'query' | 'header' | 'body'
  type: string
  /** The shape that the type names. */
  shape?: string
  isRequired: boolean
}

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Every call of a contract in words, and the shapes they name. */
export function describeContract(contract: Record<string, Endpoint>): ContractDescription {
  const defs: Record<string, JsonSchema> = {}
  const jsonOf = (schema: z.core.$ZodType): JsonSchema => {
    const json = z.toJSONSchema(schema, {
      metadata: namedShapes,
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema
    Object.assign(defs, json.$defs)
    return json
  }
  const calls = Object.values(contract)
    .map((endpoint) => describeCall(endpoint, jsonOf))
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const shapes = Object.entries(defs)
    .map(([name, json]) => ({ name, type: typeOf(json), fields: spread(json, 'body', '') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return { calls, shapes }
}

/** A body that is a picture or a document. */
const aFile: FieldDescription = { name: '', where: 'body', type: 'a file', isRequired: true }

/** Describes the input and the answer of a call, field by field. */
function describeCall(
  endpoint: Endpoint,
  jsonOf: (schema: z.core.$ZodType) => JsonSchema,
): CallDescription {
  const fieldsOf = (schema: z.core.$ZodType | null | undefined, where: 'query' | 'body') => {
    if (!schema) return []
    const json = jsonOf(schema)
    return json.$ref ? [toField('', json, where, true)] : spread(json, where, '')
  }
  const text = (where: 'path' | 'header', name: string, isRequired: boolean): FieldDescription => ({
    name,
    where,
    type: 'text',
    isRequired,
  })
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    who: callersText(endpoint.who),
    input: [
      ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => text('path', name!, true)),
      ...(endpoint.auth === 'none'
        ? []
        : [text('header', 'Authorization', endpoint.auth === 'bearer')]),
      ...requestHeaders(endpoint).map(({ name, isRequired }) => text('header', name, isRequired)),
      ...fieldsOf(endpoint.query, 'query'),
      ...(endpoint.encoding === 'file' ? [aFile] : []),
      ...(endpoint.encoding === 'raw' ? [] : fieldsOf(endpoint.body, 'body')),
    ],
    answer: [
      ...responseHeaders(endpoint).map(({ name, isRequired }) => text('header', name, isRequired)),
      ...(endpoint.answersFile ? [aFile] : []),
      ...fieldsOf(endpoint.answer, 'body'),
    ],
    ok: endpoint.ok,
    errors: failureStatuses(endpoint),
  }
}

function spread(
  schema: JsonSchema,
  where: FieldDescription['where'],
  prefix: string,
): FieldDescription[] {
  // One of several shapes: what any of them may hold, certain where all of them want it.
  if (schema.anyOf && prefix === '') {
    const shapes = schema.anyOf.map((one) => spread(one, where, prefix))
    return [...Map.groupBy(shapes.flat(), ({ name }) => name).values()].map((same) => ({
      ...same[0]!,
      type: [...new Set(same.map(({ type }) => type))].join(', '),
      isRequired: same.length === shapes.length && same.every(({ isRequired }) => isRequired),
    }))
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = toField(prefix + name, property, where, !!schema.required?.includes(name))
    const inside = insideOf(property)
    return inside ? [own, ...spread(inside.schema, where, own.name + inside.suffix)] : [own]
  })
}

const toField = (
  name: string,
  schema: JsonSchema,
  where: FieldDescription['where'],
  isRequired: boolean,
): FieldDescription => {
  const shape = shapeIn(schema)
  return { name, where, type: typeOf(schema), ...(shape && { shape }), isRequired }
}

/** An object without a name of its own, in a field, a list or beside `null`. */
function insideOf(schema: JsonSchema): { schema: JsonSchema; suffix: string } | null {
  if (schema.properties) return { schema, suffix: '.' }
  if (schema.items) {
    const inside = insideOf(schema.items)
    return inside && { schema: inside.schema, suffix: `[]${inside.suffix}` }
  }
  const objects = (schema.anyOf ?? []).flatMap((one) => insideOf(one) ?? [])
  return objects.length === 1 ? objects[0]! : null
}

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

const nameIn = ($ref: string) => $ref.split('/').at(-1)!

/** The named shape in a type, alone, in a list or beside `null`. */
const shapeIn = ({ $ref, items, anyOf }: JsonSchema): string | undefined =>
  $ref ? nameIn($ref) : items ? shapeIn(items) : anyOf?.map(shapeIn).find((name) => name)

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameIn(schema.$ref)
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return (
    [schema.type ?? []]
      .flat()
      .map((type) => TYPES[type])
      .join(' or ') || 'anything'
  )
}
