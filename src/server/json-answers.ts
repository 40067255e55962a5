import type { Context } from 'hono'
import { sha256 } from './platform/crypto/hash.ts'
import { gzipped, isGzipped } from './platform/http/gzip.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with what is for its caller only. */
export function privateJson(
  c: Context,
  status: number,
  headers: Record<string, string>,
  value: object,
): Response {
  headers['content-type'] = JSON_TYPE
  headers['cache-control'] = 'no-store'
  const text = JSON.stringify(value)
  if (!isGzipped(Buffer.byteLength(text), c.req.header('accept-encoding')))
    return new Response(text, { status, headers })
  headers['content-encoding'] = 'gzip'
  return new Response(gzipped(text), { status, headers })
}

/**
 * Answers with what is the same for everyone, or that it hasn't changed.
 *
 * @param value The same object for as long as it does not change.
 */
export function publicJson(
  c: Context,
  status: number,
  headers: Record<string, string>,
  value: object,
): Response {
  const bytes = bytesOf(value)
  const isSmaller = isGzipped(bytes.length, c.req.header('accept-encoding'))
  const body = isSmaller ? gzippedOf(bytes) : bytes
  const etag = tagOf(body)
  headers['content-type'] = JSON_TYPE
  headers.etag = etag
  headers.vary = 'accept-encoding'
  headers['cache-control'] = 'public, max-age=0, must-revalidate'
  if (holdsTag(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  if (isSmaller) headers['content-encoding'] = 'gzip'
  return new Response(body, { status, headers })
}

/** Some forty tags of ours. */
const LONGEST_LIST = 2000

/** Whether an `If-None-Match` has a tag: in a list, or weakened by a proxy (RFC 9110 §13.1.2). */
const holdsTag = (ifNoneMatch = '', etag: string): boolean =>
  ifNoneMatch.length <= LONGEST_LIST &&
  ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

const bytesOf = oncePerObject((value: object) => new TextEncoder().encode(JSON.stringify(value)))
const gzippedOf = oncePerObject((body: Uint8Array) => gzipped(body))
const tagOf = oncePerObject((body: Uint8Array) => `"${sha256(body)}"`)

/** Caches a value derived from an immutable object. */
function oncePerObject<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>()
  return (object) => {
    let made = known.get(object)
    if (made === undefined) known.set(object, (made = make(object)))
    return made
  }
}
