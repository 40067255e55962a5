import { z } from '#lib/shared/zod.ts'

/** As much of JSON Schema as our contract's inputs come to. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  pattern?: string
  allOf?: { pattern?: string }[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** A schema of the contract as JSON Schema, with nothing referred to. */
export const jsonSchemaOf = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema

/** The shape that a value has which is there: of `null` or something, the something. */
const present = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

export interface Field {
  /** From the outermost object; a place in a list is `0`. */
  path: string[]
  schema: JsonSchema
  isRequired: boolean
}

/** Every object of a schema, itself first, with its path. */
export function objectsOf(schema: JsonSchema, path: string[] = []): Omit<Field, 'isRequired'>[] {
  const shape = present(schema)
  if (shape.type === 'array' && shape.items) return objectsOf(shape.items, [...path, '0'])
  if (!shape.properties) return []
  return [
    { path, schema: shape },
    ...Object.entries(shape.properties).flatMap(([name, part]) => objectsOf(part, [...path, name])),
  ]
}

/** Every field of a schema, however deep. */
export const fieldsOf = (schema: JsonSchema): Field[] =>
  objectsOf(schema).flatMap(({ path, schema: { properties, required } }) =>
    Object.entries(properties ?? {}).map(([name, part]) => ({
      path: [...path, name],
      schema: present(part),
      isRequired: required?.includes(name) ?? false,
    })),
  )

/** An object with only one value, at a path. */
export const at = (path: readonly string[], value: unknown): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return value
  return first === '0' ? [at(rest, value)] : { [first]: at(rest, value) }
}

/** Values that a field of a schema must not have. */
export function wrongValuesFor({
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
