import { createHmac } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'

/** The network of one visitor: an IPv4 address, or the first half of an IPv6 address. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

/**
 * A pseudonym for a network in the log, for one month (UTC). Only the key leads back to the network, and the pseudonym
 * changes each month so that visits cannot be linked for longer.
 */
export const networkId = (keys: Pick<Keys, 'network'>, ip: string, at: Date): string =>
  createHmac('sha256', keys.network)
    .update(`${at.toISOString().slice(0, 7)} ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 16)
