import type { Server, ServerResponse } from 'node:http'
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

/** A connection on which nothing moves for so long is closed, with the answer that its reader does not take. */
const STALLED_MS = 60_000

/** Closes connections that stall, unless they wait for our answer: that of a brand's own API may take minutes. */
export function closeStalled(server: Server): void {
  /** The answer that each connection waits for, or is being sent. */
  const underWay = new WeakMap<Socket, ServerResponse>()
  server.setTimeout(STALLED_MS, (socket: Socket) => {
    const answer = underWay.get(socket)
    if (answer && answer.req.complete && !answer.headersSent) socket.setTimeout(STALLED_MS)
    else socket.destroy()
  })
  server.on('request', ({ socket }, response) => {
    // One that is sent behind it says nothing about the reader of this one.
    if (underWay.has(socket)) return
    underWay.set(socket, response)
    response.once('close', () => underWay.delete(socket))
  })
}
