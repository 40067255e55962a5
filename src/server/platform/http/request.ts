import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { text } from '#lib/shared/input.ts'
import { FILE_TYPES, MAX_FILE_BYTES } from '#lib/shared/files.ts'
import { z } from '#lib/shared/zod.ts'
import { ApiProblem, fieldError, invalid } from './api-problem.ts'
import { tooLarge, type ArrivingBody } from './bodies.ts'
import { parseInput } from './validation.ts'

/** The most bytes in a body. */
const MAX_BODY_BYTES = {
  json: 64 * 1024,
  form: 8 * 1024,
  raw: 256 * 1024,
  file: MAX_FILE_BYTES,
} as const

const MEDIA_TYPES = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  raw: null,
  file: FILE_TYPES,
} as const

/** The most values in a JSON body; no body of the contract has half as many. */
const MOST_VALUES = 4_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a call has a body to be read. */
export const takesBody = ({ body, encoding }: Endpoint): boolean =>
  body !== undefined || encoding === 'raw' || encoding === 'file'

/** Parses a query; a repeated name is an error. */
export const readQuery = (url: string): Record<string, string> =>
  url.includes('?') ? toObject(new URL(url, 'http://localhost').searchParams) : {}

function toObject(pairs: URLSearchParams): Record<string, string> {
  const object: Record<string, string> = Object.create(null)
  for (const [name, value] of pairs) {
    if (name in object) throw invalid([fieldError(name, 'appears more than once')])
    object[name] = value
  }
  return { ...object }
}

/**
 * Reads the bytes of a body, of the media type and size that the call takes.
 *
 * @param incoming Node's own request, which the body is read from.
 * @throws {ApiProblem} 400 when it breaks off, 408 when it is too slow, 413 when it is too large, 415 for another type,
 *   429 and 503 when there are too many.
 */
export async function readBytes(
  request: Request,
  endpoint: Endpoint,
  body: ArrivingBody,
  incoming?: Readable,
): Promise<Uint8Array<ArrayBuffer>> {
  const kind = endpoint.encoding ?? 'json'
  const taken: readonly string[] | null = MEDIA_TYPES[kind]
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (taken && !taken.includes(type))
    throw new ApiProblem(415, 'Validation', `Send ${taken.join(', ')}.`)
  const maxBytes = MAX_BODY_BYTES[kind]
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const source = incoming ?? (request.body && Readable.fromWeb(request.body as WebStream))
  return source ? body.read(source, maxBytes) : new Uint8Array()
}

/**
 * Reads and validates the body of a request.
 *
 * @throws {ApiProblem} 400 when it is not valid, and as {@link readBytes}.
 */
export async function readBody(...given: Parameters<typeof readBytes>): Promise<unknown> {
  const [, endpoint] = given
  const kind = endpoint.encoding ?? 'json'
  const bytes = await readBytes(...given)
  if (kind === 'raw' || kind === 'file') return bytes

  if (kind === 'json' && hasTooManyValues(bytes))
    throw invalid([fieldError('body', 'has too many values')])
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid([fieldError('body', 'is not UTF-8 text')])
  }
  if (kind === 'form') return parseInput(endpoint.body!, toObject(new URLSearchParams(text)))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid([fieldError('body', 'is not JSON')])
  }
  return parseInput(endpoint.body!, value)
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** What comes before a value, but for the first: `,`, `:`, `[` and `{`. */
const BEFORE_VALUE = new Set([0x2c, 0x3a, 0x5b, 0x7b])

/** Whether a JSON body has so many values that reading and checking them would keep everyone waiting. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) isText = !isText
    else if (isText) {
      if (byte === BACKSLASH) at++
    } else if (BEFORE_VALUE.has(byte) && ++values > MOST_VALUES) return true
  }
  return false
}

const fileName = text(200)

/**
 * Decodes the percent-encoded name of a file.
 *
 * @throws {ApiProblem} 400.
 */
export function readFileName(header: string | undefined): string {
  let name = ''
  try {
    name = decodeURIComponent(header ?? '')
  } catch {
    throw invalid([fieldError('x-file-name', 'is not percent-encoded')])
  }
  const parsed = z.safeParse(fileName, name)
  if (parsed.success) return parsed.data
  throw invalid([fieldError('x-file-name', parsed.error.issues[0]!.message)])
}
