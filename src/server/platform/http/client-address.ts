import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from 'hono'

/**
 * The address a request came from, for limits.
 *
 * @param proxies The number of our own proxies. Each appends the address of its caller to `X-Forwarded-For`; entries
 *   before those come from the client and are ignored.
 */
export function clientAddress(c: Context, proxies: number): string {
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)
    ?.incoming
  return addressOf(incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'), proxies)
}

/** The same of a request that is no call. */
export const requestAddress = (request: IncomingMessage, proxies: number): string =>
  addressOf(
    request.socket.remoteAddress,
    request.headersDistinct['x-forwarded-for']?.join(','),
    proxies,
  )

/** An address with its port and what stands around it. */
const LONGEST_HOP = 100

function addressOf(own = 'local', forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0) return own
  // What came before may be long: only the proxies' own entries are read.
  const hops = (forwardedFor ?? '').slice(-LONGEST_HOP * proxies).split(',')
  // Some proxies add the port, which differs for each connection.
  const address = (hops.at(-proxies) ?? '')
    .trim()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : own
}
