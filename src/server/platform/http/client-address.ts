import { isIP } from 'node:net'
import type { Context } from 'hono'

/**
 * The address a request came from, for limits.
 *
 * @param proxies How many proxies of ours stand in front. Each adds the address it was called from at the end of
 *   `X-Forwarded-For`; what a client wrote there itself comes before those and is not believed.
 */
export function clientAddress(c: Context, proxies: number): string {
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)
    ?.incoming
  const own = incoming?.socket?.remoteAddress ?? 'local'
  if (proxies === 0) return own
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  // Some proxies add the port, which is another one at each connection.
  const address = (hops.at(-proxies) ?? '')
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : own
}
