import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on one connection for the answers before them; with more it is closed. */
export const MOST_WAITING = 32

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
