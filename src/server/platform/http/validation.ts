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
  if (hasControl(value))
    throw invalid(
      controlPaths(value)
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

/** Control characters but those of lines and tabs. PostgreSQL can't store the first, and each takes six bytes as JSON. */
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/

/** Whether a text has such a character. Every call waits for this, so it makes nothing for a field. */
function hasControl(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return CONTROL.test(value)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  for (const name in value)
    if (hasControl((value as Record<string, unknown>)[name], depth + 1)) return true
  return false
}

/** The paths of such texts. */
const controlPaths = (value: unknown, path: string[] = []): string[] => {
  if (typeof value === 'string') return CONTROL.test(value) ? [path.join('.') || 'body'] : []
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, part]) => controlPaths(part, [...path, name]))
}
