import type { Endpoint } from '#lib/contract/endpoint.ts'
import { text } from '#lib/contract/shapes/input.ts'
import { FILE_TYPES, MAX_FILE_BYTES } from '#lib/domain/files.ts'
import { z } from '#lib/zod.ts'
import { ApiProblem, fault, invalid } from './api-problem.ts'
import { parseInput } from './validation.ts'

/** Most bytes a body may have. */
const MAX_BODY_BYTES = {
  json: 64 * 1024,
  form: 8 * 1024,
  raw: 256 * 1024,
  file: MAX_FILE_BYTES,
} as const

/** How long a body may take to arrive that is no file: it is small, and who sends it slowly only holds a connection. */
const BODY_TIMEOUT_MS = 30_000

const MEDIA_TYPES = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  raw: null,
  file: FILE_TYPES,
} as const

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A query as an object; a name that stands twice is an error, not a guess. */
export const readQuery = (url: string): Record<string, string> =>
  url.includes('?') ? toObject(new URL(url, 'http://localhost').searchParams) : {}

function toObject(pairs: URLSearchParams): Record<string, string> {
  const object: Record<string, string> = Object.create(null)
  for (const [name, value] of pairs) {
    if (name in object) throw invalid([fault(name, 'stands more than once')])
    object[name] = value
  }
  return { ...object }
}

/**
 * The body of a request as its endpoint wants it.
 *
 * @throws {ApiProblem} 400 for what cannot be read or is not valid, 413 for what is too large, 415 for another type.
 */
export async function readBody(request: Request, endpoint: Endpoint): Promise<unknown> {
  const kind = endpoint.encoding ?? 'json'
  if (!endpoint.body && kind !== 'raw' && kind !== 'file') return undefined
  const arriving = readBytes(request, MAX_BODY_BYTES[kind])
  const bytes = await (kind === 'file' ? arriving : soon(arriving))
  if (kind === 'raw') return bytes

  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const taken: readonly string[] = MEDIA_TYPES[kind]
  if (!taken.includes(type)) throw new ApiProblem(415, 'Validation', `Send ${taken.join(', ')}.`)
  if (kind === 'file') return bytes
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid([fault('body', 'is not UTF-8 text')])
  }
  if (kind === 'form') return parseInput(endpoint.body!, toObject(new URLSearchParams(text)))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid([fault('body', 'is not JSON')])
  }
  return parseInput(endpoint.body!, value)
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ApiProblem(413, 'TooLarge', `Send at most ${maxBytes} bytes.`)
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge()
  // Node lets nothing beyond the announced length through, and reads it whole without building a stream.
  if (announced !== null && !request.headers.has('transfer-encoding'))
    try {
      return new Uint8Array(await request.arrayBuffer())
    } catch {
      throw notWhole()
    }
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ApiProblem ? error : notWhole()
  }
  return Buffer.concat(chunks)
}

/** What has not arrived in time did not arrive: the connection is closed after the answer. */
function soon<T>(arriving: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(notWhole()), BODY_TIMEOUT_MS)
  })
  return Promise.race([arriving, late]).finally(() => clearTimeout(timer))
}

/** Whoever sent it has gone away: no fault of ours. */
const notWhole = () => invalid([fault('body', 'did not arrive whole')])

const fileName = text(200)

/**
 * The name of a file, percent-encoded as headers have it.
 *
 * @throws {ApiProblem} 400.
 */
export function readFileName(header: string | undefined): string {
  let name = ''
  try {
    name = decodeURIComponent(header ?? '')
  } catch {
    throw invalid([fault('x-file-name', 'is not percent-encoded')])
  }
  const parsed = z.safeParse(fileName, name)
  if (parsed.success) return parsed.data
  throw invalid([fault('x-file-name', parsed.error.issues[0]!.message)])
}
