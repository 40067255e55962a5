import { z } from '#lib/shared/zod.ts'
import { ApiProblem, fieldError, invalid } from './api-problem.ts'

/** The message for an invalid value. Schemas with a message of their own keep it. */
const describe: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') return 'has none of the expected shapes'
  return 'is not valid'
}

/** A body may be wrong in thousands of places. */
const MOST_MESSAGES = 50

type Message = ReturnType<typeof fieldError>

function toMessages(issue: z.core.$ZodIssue): Message[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MOST_MESSAGES)
      .map((key) => fieldError([...issue.path, key].join('.'), 'is not a known field'))
  // Of a body that may have several shapes, the one it comes nearest to.
  if (issue.code === 'invalid_union' && issue.path.length === 0) {
    const [nearest] = issue.errors
      .map((issues) => issues.flatMap(toMessages))
      .sort((a, b) => a.length - b.length)
    if (nearest && nearest.length > 0) return nearest
  }
  return [fieldError(issue.path.join('.') || 'body', issue.message)]
}

/**
 * Validates a value by its schema.
 *
 * @throws {ApiProblem} 400 `Validation`, with a message for each wrong field.
 */
export function parseInput<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  if (hasNul(value))
    throw invalid(
      nulPaths(value)
        .slice(0, MOST_MESSAGES)
        .map((path) => fieldError(path, 'has a character we can’t store')),
    )
  const result = z.safeParse(schema, value, { error: describe })
  if (result.success) return result.data
  throw new ApiProblem(
    400,
    'Validation',
    'Some of the details are not valid.',
    result.error.issues.flatMap(toMessages).slice(0, MOST_MESSAGES),
  )
}

/** Deeper than any valid input; deeper fields are refused as unknown anyway. */
const MAX_DEPTH = 12

/**
 * Whether a text has the character U+0000, which PostgreSQL cannot store. Every call waits for this, so it makes nothing
 * for a field.
 */
function hasNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  for (const name in value)
    if (hasNul((value as Record<string, unknown>)[name], depth + 1)) return true
  return false
}

/** The paths of such texts. */
const nulPaths = (value: unknown, path: string[] = []): string[] => {
  if (typeof value === 'string') return value.includes('\0') ? [path.join('.') || 'body'] : []
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, part]) => nulPaths(part, [...path, name]))
}
