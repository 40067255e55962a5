import { createServer, type Server, type Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A phone's connection, in milliseconds and bytes. */
export interface Network {
  /** There and back. */
  roundTripMs: number
  /** To the phone. What a phone sends is small, and is not slowed. */
  bytesPerMs: number
}

/** The slow 4G of Lighthouse: 1.6 Mbit/s. */
export const SLOW_PHONE: Network = { roundTripMs: 150, bytesPerMs: 200 }

/** What a phone has been sent over all its connections. */
export interface Received {
  bytes: number
  /** When the connection is free for the next byte. */
  freeAtMs: number
}

/**
 * A server whose connections a phone's network slows down, TLS and all: unlike the emulation of the browser, it slows and
 * counts also what the browser fetches ahead.
 *
 * @param front Takes the connections.
 * @param phone The phone that connects now.
 */
export function slowServer(
  front: Pick<Server, 'emit'>,
  network: Network,
  phone: () => Received,
): Server {
  return createServer({ noDelay: true }, (socket) => {
    front.emit('connection', new SlowLink(socket, network, phone()))
  })
}

/** The server's end of a slow connection. It takes no more than what is on its way, so a later answer can overtake. */
class SlowLink extends Duplex {
  readonly #socket: Socket
  readonly #network: Network
  readonly #received: Received
  /** Sent, in their order, which the timers do not keep. */
  readonly #onTheWay: Buffer[] = []

  constructor(socket: Socket, network: Network, received: Received) {
    super({ highWaterMark: 4_000 })
    this.#socket = socket
    this.#network = network
    this.#received = received
    const later = (what: () => void) => setTimeout(what, network.roundTripMs / 2)
    socket.on('data', (bytes) => later(() => this.push(bytes)))
    socket.on('end', () => later(() => this.push(null)))
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
  }

  override _read() {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void) {
    const now = performance.now()
    const received = this.#received
    received.bytes += bytes.length
    received.freeAtMs = Math.max(now, received.freeAtMs) + bytes.length / this.#network.bytesPerMs
    const sentInMs = received.freeAtMs - now
    this.#onTheWay.push(bytes)
    setTimeout(
      () => this.#socket.write(this.#onTheWay.shift()!),
      sentInMs + this.#network.roundTripMs / 2,
    )
    setTimeout(done, sentInMs)
  }

  override _final(done: () => void) {
    setTimeout(() => this.#socket.end(), this.#network.roundTripMs / 2)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#socket.destroy()
    done(error)
  }
}
