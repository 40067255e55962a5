import { lookup as resolve } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The destinations that deliveries may have. */
export interface WebhookSettings {
  /** Allows this machine and private networks. */
  allowsPrivate: boolean
  /** Allows plain HTTP. */
  allowsHttp: boolean
}

const TIMEOUT_MS = 10_000
const MAX_URL = 500

/** A failed delivery. The message is a code without an address. */
export class PostFailed extends Error {
  override readonly name = 'PostFailed'
}

/** Why an address is not allowed, by the address alone; `null` if it is. */
export function urlProblem(
  text: string,
  { allowsPrivate, allowsHttp }: WebhookSettings,
): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || text.length > MAX_URL) return 'is not an address'
  if (url.username || url.password || url.hash) return 'has a user or a fragment'
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:')) return 'is not https'
  const host = hostOf(url)
  if (!allowsPrivate && (isIP(host) ? !isPublicAddress(host) : host === 'localhost'))
    return 'is not on the internet'
  return null
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Resolves and checks the name for the connection itself, so that a second DNS answer cannot lead elsewhere. */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PostFailed('EPRIVATE'), '')
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })

/**
 * Posts a small body. It follows no redirect, does not read the answer's body, and ends within ten seconds.
 *
 * @returns The status.
 * @throws {PostFailed} Without an answer, or if the address is not allowed.
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  settings: WebhookSettings,
  timeoutMs = TIMEOUT_MS,
): Promise<number> {
  if (urlProblem(url, settings) !== null) throw new PostFailed('EPRIVATE')
  const target = new URL(url)
  const { request } = target.protocol === 'https:' ? https : http
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolvePost, reject) => {
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A new connection each time, because a kept one was resolved earlier.
        agent: false,
        signal,
        ...(!settings.allowsPrivate && { lookup: publicLookup }),
      },
      (response) => {
        response.destroy()
        resolvePost(response.statusCode!)
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error instanceof PostFailed
          ? error
          : new PostFailed(signal.aborted ? 'ETIMEDOUT' : (error.code ?? 'EFAILED')),
      ),
    )
    sent.end(body)
  })
}
