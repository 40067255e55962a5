import { connect, type Socket } from 'node:net'

/** What became of a request. */
export interface RawAnswer {
  /** 0 where there was none. */
  status: number
  hasRetryAfter: boolean
}

const NONE: RawAnswer = { status: 0, hasRetryAfter: false }
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

interface Waiting {
  bytes: Buffer
  done(answer: RawAnswer): void
}

/**
 * Sends requests that are written down beforehand over connections that stay open, and reads of an answer only what it
 * must: a client of Node's own takes more of the machine than the server it measures.
 */
export class RawClient {
  readonly #port: number
  readonly #most: number
  readonly #idle: Connection[] = []
  readonly #queue: Waiting[] = []
  #open = 0

  /** @param most Connections at once; further requests wait for one. */
  constructor(port: number, most: number) {
    this.#port = port
    this.#most = most
  }

  send(bytes: Buffer): Promise<RawAnswer> {
    return new Promise((done) => {
      const waiting = { bytes, done }
      const idle = this.#idle.pop()
      if (idle) return idle.ask(waiting)
      if (this.#open === this.#most) return void this.#queue.push(waiting)
      this.#open += 1
      new Connection(this.#port, this.#next, this.#gone).ask(waiting)
    })
  }

  /** How many wait for a connection. */
  get waiting(): number {
    return this.#queue.length
  }

  close(): void {
    for (const connection of this.#idle) connection.close()
  }

  #next = (connection: Connection): void => {
    const waiting = this.#queue.shift()
    if (waiting) connection.ask(waiting)
    else this.#idle.push(connection)
  }

  #gone = (connection: Connection): void => {
    this.#open -= 1
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    const waiting = this.#queue.shift()
    if (!waiting) return
    this.#open += 1
    new Connection(this.#port, this.#next, this.#gone).ask(waiting)
  }
}

class Connection {
  readonly #socket: Socket
  #waiting: Waiting | null = null
  #answer: RawAnswer = NONE
  /** Bytes of the body that are still to come; `null` before its head, -1 until the last chunk. */
  #left: number | null = null
  #head: Buffer = Buffer.alloc(0)

  constructor(
    port: number,
    next: (connection: Connection) => void,
    gone: (connection: Connection) => void,
  ) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay()
    this.#socket.on('data', (bytes) => this.#read(bytes) && this.#settle(() => next(this)))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#answer = NONE
      this.#settle(() => {})
      gone(this)
    })
  }

  ask(waiting: Waiting): void {
    this.#waiting = waiting
    this.#socket.write(waiting.bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  #settle(after: () => void): void {
    const waiting = this.#waiting
    this.#waiting = null
    this.#left = null
    this.#head = Buffer.alloc(0)
    waiting?.done(this.#answer)
    after()
  }

  /** Answers whether the answer is complete. */
  #read(bytes: Buffer): boolean {
    if (this.#left === null) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
      const end = this.#head.indexOf(HEAD_END)
      if (end === -1) return false
      const head = this.#head.toString('latin1', 0, end)
      const status = Number(head.slice(9, 12))
      this.#answer = { status, hasRetryAfter: /\r\nretry-after:/i.test(head) }
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      const body = this.#head.subarray(end + HEAD_END.length)
      if (status === 304) return true
      if (length === undefined) {
        this.#left = -1
        return body.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      }
      this.#left = Number(length) - body.length
      return this.#left <= 0
    }
    if (this.#left === -1) return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    this.#left -= bytes.length
    return this.#left <= 0
  }
}
