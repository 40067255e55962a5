import { z } from '#lib/shared/zod.ts'

/** Larger than any answer of the services we use. */
const MAX_BYTES = 256 * 1024

/**
 * An external service gave no answer, or an invalid one. The application answers with 503 and the message, which is for
 * visitors; the cause is for the log.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  /** @param what With its article, to begin a sentence: `The vehicle register`. */
  constructor(what: string, cause: unknown) {
    super(`${what} is not available right now.`, { cause })
  }
}

/** A service has refused a valid request; a retry is pointless. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
}

export interface Question {
  /** The name of the service, for {@link ProviderUnavailable}. */
  what: string
  url: URL
  headers?: Record<string, string>
  /** Makes it a POST of a form. */
  form?: Record<string, string>
  /** Makes it a POST of JSON. */
  json?: unknown
  timeoutMs: number
}

export interface Reply {
  status: number
  headers: Headers
  /** The parsed JSON; `null` for an empty body. */
  body: unknown
}

/**
 * Requests JSON from a service. It follows no redirect, because only the settings decide which hosts we call.
 *
 * @throws {ProviderUnavailable} If the answer is late, too long or not JSON. Any status is an answer.
 */
export async function ask({ what, url, headers, form, json, timeoutMs }: Question): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: form || json ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(json ? { body: JSON.stringify(json) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response)
    const body: unknown = text.trim() === '' ? null : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  } catch (error) {
    throw new ProviderUnavailable(what, error)
  }
}

/**
 * Parses the answer of a service by its schema.
 *
 * @throws {ProviderUnavailable} If it does not match.
 */
export function understood<S extends z.core.$ZodType>(
  what: string,
  schema: S,
  { status, body }: Reply,
): z.output<S> {
  const result = z.safeParse(schema, body)
  if (result.success && status < 400) return result.data
  // Only the paths: the values may be personal data.
  const places = result.error?.issues.map((issue) => issue.path.join('.')).slice(0, 5) ?? []
  throw new ProviderUnavailable(what, new Error(`status ${status}, ${places.join(', ') || 'read'}`))
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
