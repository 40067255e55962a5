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
  const own = incoming?.socket?.remoteAddress ?? 'local'
  if (proxies === 0) return own
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  // Some proxies add the port, which differs for each connection.
  const address = (hops.at(-proxies) ?? '')
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : own
}
