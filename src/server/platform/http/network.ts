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

/** How many networks of a site may each use up the limit of one. */
export const NETWORKS_OF_SITE = 4

/**
 * The site of a visitor: of an IPv6 address the first 48 bits, because one connection may have all 65,536 networks that
 * begin with them. An IPv4 address is a site itself.
 */
export const siteOf = (ip: string): string => {
  const network = networkOf(ip)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network
}

/** What a visitor is counted by: the site, if it may have several networks, then the network. */
export const countedBy = (ip: string): { network: string; times: number }[] => {
  const [site, network] = [siteOf(ip), networkOf(ip)]
  return [
    // First, so that beyond its limit nothing more is kept for its networks.
    ...(site === network ? [] : [{ network: site, times: NETWORKS_OF_SITE }]),
    { network, times: 1 },
  ]
}

/**
 * A pseudonym for a network in the log, for one month (UTC). Only the key leads back to the network, and the pseudonym
 * changes each month so that visits cannot be linked for longer.
 */
export const networkId = (keys: Pick<Keys, 'network'>, ip: string, at: Date): string =>
  idOfNetwork(keys, networkOf(ip), at)

/** The same of a visitor's site. */
export const siteId = (keys: Pick<Keys, 'network'>, ip: string, at: Date): string =>
  idOfNetwork(keys, siteOf(ip), at)

/** The same of a network, or a site. */
export const idOfNetwork = (keys: Pick<Keys, 'network'>, network: string, at: Date): string =>
  createHmac('sha256', keys.network)
    .update(`${at.toISOString().slice(0, 7)} ${network}`)
    .digest('base64url')
    .slice(0, 16)
