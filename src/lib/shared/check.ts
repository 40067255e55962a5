import { z } from './zod.ts'
import type { Faults } from './faults.ts'

type Checked<T> = { ok: true; value: T } | { ok: false; faults: Faults }

/** Default error messages, for schemas without their own: those of the library are for programmers. */
const describe: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined || input === '') return 'is required'
  return code === 'invalid_value' ? 'is not one of the choices' : 'is not valid'
}

/** Replacements for messages of the contract that describe the wire format: people type dollars. */
const IN_PLAIN_WORDS: Record<string, string> = {
  'must be a whole number of cents': 'must be an amount in dollars',
  'must be a date, yyyy-mm-dd': 'must be a date',
}

/** The value at a path, to distinguish a missing value from a wrong one. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  )

/** Reads typed values by the contract's own rules, so that browser and server agree. */
export function check<S extends z.core.$ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const result = z.safeParse(schema, value, { error: describe })
  if (result.success) return { ok: true, value: result.data }
  const faults: Record<string, string> = {}
  for (const { path, message } of result.error.issues) {
    // `must be …` does not help where there is no value.
    const isMissing = message.startsWith('must be ') && valueAt(value, path) === undefined
    faults[path.join('.')] ??= isMissing ? 'is required' : (IN_PLAIN_WORDS[message] ?? message)
  }
  return { ok: false, faults }
}
