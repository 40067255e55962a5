import { z } from '#lib/shared/zod.ts'

/** No service of ours answers with more than this. */
const MAX_BYTES = 256 * 1024

/**
 * A service of somebody else gave no answer, or none that can be understood. The application answers
 * with 503 and the message, which is for visitors; the cause is for the log.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  /** @param what With its article, to begin a sentence: `The vehicle register`. */
  constructor(what: string, cause: unknown) {
    super(`${what} is not available at the moment.`, { cause })
  }
}

/** A service has understood what it was asked for and will not do it: asking the same again is no use. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
}

export interface Question {
  /** Who is asked, for {@link ProviderUnavailable}. */
  what: string
  url: URL
  headers?: Record<string, string>
  /** Makes it a POST, in the encoding of a form. */
  form?: Record<string, string>
  /** Makes it a POST of JSON. */
  json?: unknown
  timeoutMs: number
}

export interface Reply {
  status: number
  headers: Headers
  /** The JSON that came; `null` when nothing came. */
  body: unknown
}

/**
 * Asks a service for JSON. It follows no redirect: whom we ask is in the settings, and nowhere else.
 *
 * @throws {ProviderUnavailable} When nothing comes in time, or it is too long or no JSON. Any status is an answer.
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
 * What a service answered, as its schema understands it.
 *
 * @throws {ProviderUnavailable} When it does not.
 */
export function understood<S extends z.core.$ZodType>(
  what: string,
  schema: S,
  { status, body }: Reply,
): z.output<S> {
  const result = z.safeParse(schema, body)
  if (result.success && status < 400) return result.data
  // Where it is wrong, not what stands there: an answer may hold what no log should.
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
