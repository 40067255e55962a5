import { z } from '#lib/shared/zod.ts'
import { nearestName } from './nearest-name.ts'

/** A value that its schema refuses, and why, in words for the person who wrote it. */
export interface ShapeFault {
  path: PropertyKey[]
  reason: string
}

/** Reads a value by its schema. */
export function readShape<T extends z.core.$ZodType>(
  type: T,
  value: unknown,
): { data: z.output<T> } | { faults: ShapeFault[] } {
  const result = z.safeParse(type, value, { error: reasonFor })
  if (result.success) return { data: result.data }
  return {
    faults: result.error.issues.flatMap(({ path, message, ...issue }): ShapeFault[] =>
      // Each unknown field by its own path, with its own line of the message.
      issue.code === 'unrecognized_keys'
        ? message.split('\n').map((reason, i) => ({ path: [...path, issue.keys[i]!], reason }))
        : [{ path, reason: message }],
    ),
  }
}

/** What a value has to be, by the type that its schema expects. */
const WANTED: Record<string, string> = {
  string: 'must be text, in quotes',
  int: 'must be a whole number without quotes, such as 5',
  number: 'must be a number without quotes, such as 5 or 7.5',
  boolean: 'must be true or false, without quotes',
  array: 'must be a list, in square brackets',
  tuple: 'must be a list, in square brackets',
  object: 'must be fields, in braces',
  record: 'must be fields, in braces',
}
const CENTS = 'must be whole cents without quotes, such as 5799000 for $57,990'

/** The sentence for a fault; schemas have their own for patterns. */
function reasonFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing: add it'
  switch (issue.code) {
    case 'invalid_type':
      return /Cents$/i.test(String(issue.path?.at(-1)))
        ? CENTS
        : (WANTED[issue.expected] ?? `must be ${issue.expected}`)
    case 'too_small':
      return sizeReason(issue.origin, {
        empty: issue.minimum === 1,
        number: `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`,
        letters: `must have at least ${issue.minimum} letters`,
        entries: `must have at least ${issue.minimum} entries`,
      })
    case 'too_big':
      return sizeReason(issue.origin, {
        empty: false,
        number: `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`,
        letters: `must have at most ${issue.maximum} letters`,
        entries: `must have at most ${issue.maximum} entries`,
      })
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(key, issue)).join('\n')
    case 'invalid_union':
      return issue.discriminator ? `has an unknown ${issue.discriminator}` : 'has the wrong form'
    default:
      return 'has the wrong form'
  }
}

const sizeReason = (
  origin: string,
  say: { empty: boolean; number: string; letters: string; entries: string },
): string => {
  if (origin === 'string') return say.empty ? 'is empty: write something' : say.letters
  if (origin === 'array') return say.empty ? 'is empty: list at least one' : say.entries
  return say.number
}

function unknownField(key: string, issue: z.core.$ZodRawIssue): string {
  const { shape = {} } = (issue.inst?._zod.def ?? {}) as { shape?: object }
  const given = Object.keys((issue.input ?? {}) as object)
  const near = nearestName(
    key,
    Object.keys(shape).filter((name) => !given.includes(name)),
  )
  return near ? `is no field here: did you mean ${near}?` : 'is no field here: remove it'
}
