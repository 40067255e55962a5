import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { FairQueue } from '#server/platform/fair-queue.ts'

/** Requests that may wait on one connection for the answers before them, with all their headers; with more it is closed. */
export const MOST_WAITING = 8

/** How long requests may begin in one turn of the event loop. */
const MOST_OF_TURN_MS = 1

/** How long what is left of an answered request's body may take. Senders read the answer meanwhile. */
const LEFT_MS = 600

/** Closes a connection on which the rest of a body is left that nobody waits for. */
const closeUnlessRead = (request: IncomingMessage): void =>
  void setTimeout(() => {
    if (!request.complete) request.socket.destroySoon()
  }, LEFT_MS).unref()

/**
 * Answers the requests of a connection one after the other. Otherwise all that arrive in one packet would begin in one
 * turn of the event loop, and nobody else would be answered until they are done. Browsers and proxies send the next one
 * after the answer.
 */
export function inTurn(handle: RequestListener): RequestListener {
  /** The requests that wait, of each connection with an answer under way. */
  const waiting = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    const begin = () => {
      response.once('close', () => {
        if (!request.complete) closeUnlessRead(request)
        const next = waiting.get(socket)?.shift()
        if (next) setImmediate(next)
        else waiting.delete(socket)
      })
      handle(request, response)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      return begin()
    }
    if (queue.length === MOST_WAITING) return void socket.destroy()
    queue.push(() => {
      if (!socket.destroyed) begin()
    })
  }
}

/**
 * Begins requests for a moment in each turn of the event loop, and what is left in the next ones, the sites in turns. Node
 * accepts one new connection in each turn: a crowd whose requests are all begun at once would keep visitors out.
 *
 * @param siteOf Where a request comes from.
 */
export function beginInTurns(
  siteOf: (request: IncomingMessage) => string,
  handle: RequestListener,
): RequestListener {
  const waiting = new FairQueue<() => void>()
  let turnBeganMs: number | null = null
  const isTurnOver = (): boolean => {
    const nowMs = performance.now()
    if (turnBeganMs === null) {
      turnBeganMs = nowMs
      setImmediate(() => (turnBeganMs = null))
    }
    return nowMs - turnBeganMs > MOST_OF_TURN_MS
  }
  const next = (): void => {
    if (isTurnOver()) setImmediate(next)
    else waiting.shift()?.()
  }
  return (request, response) => {
    if (waiting.length === 0 && !isTurnOver()) return void handle(request, response)
    const site = siteOf(request)
    waiting.push(site, () => {
      waiting.spend(site, 1)
      if (!request.socket.destroyed) handle(request, response)
    })
    setImmediate(next)
  }
}
