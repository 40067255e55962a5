import type { Socket } from 'node:net'
import { siteOf } from './network.ts'

/** A browser opens six, and many people may share an address. Each takes an open file and some 10 kB. */
const MOST_OF_SITE = 500

/**
 * Closes what one site opens beyond its share of connections, however little it sends on them. Behind a proxy all come
 * from there, and the proxy has limits of its own.
 */
export function limitConnections(proxies: number): (socket: Pick<Socket, ForLimit>) => void {
  const open = new Map<string, number>()
  return (socket) => {
    const ip = socket.remoteAddress
    if (proxies > 0 || !ip || isOwnMachine(ip)) return
    const site = siteOf(ip)
    const count = open.get(site) ?? 0
    if (count >= MOST_OF_SITE) return void socket.destroy()
    open.set(site, count + 1)
    socket.once('close', () => {
      const left = open.get(site)! - 1
      if (left === 0) open.delete(site)
      else open.set(site, left)
    })
  }
}
type ForLimit = 'remoteAddress' | 'destroy' | 'once'

const isOwnMachine = (ip: string): boolean => /^(::ffff:)?127\.|^::1$/.test(ip)
