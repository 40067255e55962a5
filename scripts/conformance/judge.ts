import type { Endpoint } from '#lib/api/endpoint.ts'
import { Problem } from '#lib/problem.ts'
import { z } from '#lib/shared/zod.ts'
import type { Reply } from './caller.ts'

/** The first differences are enough to find the rest. */
const MOST = 5

const typeOf = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value)

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

/** What a fault of a shape says in words: `models.0.fromPriceCents: wanted int, found string ("41,390")`. */
function inWords(issue: z.core.$ZodIssue, whole: unknown): string {
  const value = at(whole, issue.path)
  const where = issue.path.join('.') || 'the body'
  const found = `found ${typeOf(value)}${value === undefined ? '' : ` (${shown(value)})`}`
  if (issue.code === 'invalid_type') return `${where}: wanted ${issue.expected}, ${found}`
  if (issue.code === 'invalid_value')
    return `${where}: wanted ${issue.values.map(shown).join(' or ')}, ${found}`
  if (issue.code === 'invalid_union') return `${where}: none of the shapes it may have, ${found}`
  return `${where}: ${issue.message}, ${found}`
}

function shapeFaults(schema: z.core.$ZodType, json: unknown): string[] {
  const { error } = z.safeParse(schema, json)
  return (error?.issues ?? []).slice(0, MOST).map((issue) => inWords(issue, json))
}

const mediaType = ({ headers }: Reply) =>
  headers.get('content-type')?.split(';')[0]?.trim() ?? 'none'

/** How an answer differs from a success of the call. */
export function successFaults(endpoint: Endpoint, reply: Reply): string[] {
  const { status, headers, json, text } = reply
  if (status !== endpoint.ok) {
    const said = (json as { message?: unknown } | undefined)?.message
    return [`status: wanted ${endpoint.ok}, found ${status}${said ? ` (${shown(said)})` : ''}`]
  }
  if (headers.has('set-cookie') && endpoint.name !== 'calculateQuote')
    return ['Set-Cookie: wanted no cookie, found one']
  if (!endpoint.answer) return text === '' ? [] : [`the body: wanted none, found ${shown(text)}`]
  if (mediaType(reply) !== 'application/json')
    return [`Content-Type: wanted application/json, found ${mediaType(reply)}`]
  const faults = shapeFaults(endpoint.answer, json)
  if (endpoint.isVersioned && !headers.has('etag')) faults.push('ETag: wanted one, found none')
  return faults
}

/** How an answer differs from a failure: status, shape, code, and the field it names. */
export function problemFaults(
  reply: Reply,
  statuses: readonly number[],
  wanted: { codes?: readonly string[]; property?: string } = {},
): string[] {
  const { status, json } = reply
  if (!statuses.includes(status))
    return [`status: wanted ${statuses.join(' or ')}, found ${status}`]
  if (mediaType(reply) !== 'application/problem+json')
    return [`Content-Type: wanted application/problem+json, found ${mediaType(reply)}`]
  const faults = shapeFaults(Problem, json)
  if (faults.length > 0) return faults
  const { code, messages } = json as z.infer<typeof Problem>
  if (wanted.codes && !wanted.codes.includes(code))
    faults.push(`code: wanted ${wanted.codes.join(' or ')}, found ${code}`)
  const named = messages.flatMap(({ property }) => property ?? [])
  if (wanted.property && !named.some((name) => name.split('.')[0] === wanted.property))
    faults.push(
      `messages: wanted the property ${wanted.property}, found ${named.join(', ') || 'none'}`,
    )
  return faults
}

/** The same for the token endpoint, which speaks RFC 6749. */
export function oauthFaults({ status, json }: Reply, wantedStatus: number): string[] {
  if (status !== wantedStatus) return [`status: wanted ${wantedStatus}, found ${status}`]
  const error = (json as { error?: unknown } | undefined)?.error
  return typeof error === 'string' ? [] : [`error: wanted text, found ${typeOf(error)}`]
}
