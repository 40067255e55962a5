import type { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { ApiProblem, fieldError, invalid, tooMany } from './api-problem.ts'

/** How often to check the speed of a body. */
const CHECK_EVERY_MS = 10_000
/** How the room for bodies is shared: neither files nor other bodies can take the other's. */
const SHARES = { files: 0.75, others: 0.25 }
/** Files that one customer may send at once. */
const FILES_PER_CUSTOMER = 2
/** While there is no room left, a body slower than this makes way for others. */
const CROWDED_BYTES_PER_SECOND = 20_000
/** How long a file counts for its line: those who sent none have the room first. */
const LATELY_MS = 600_000
/** For `Retry-After`: by then other bodies are read or cut off. */
const RETRY_AFTER_S = 5

interface Held {
  bodies: number
  bytes: number
}

/** How many files, or other bodies, are arriving, and the bytes of those and of the ones being handled. */
interface Holdings {
  all: Held
  byLine: Map<string, Held>
  /** Files, by the customer who sends them. */
  files: Map<number, number>
  /** When each line last sent a file, in `performance.now()`, the latest last. */
  filesOfLines: Map<string, number>
  arriving: Set<ArrivingBody>
}
type BodyDeps = Pick<Deps, 'settings'>
const holdingsOf = {
  files: new WeakMap<BodyDeps, Holdings>(),
  others: new WeakMap<BodyDeps, Holdings>(),
}

/** An arriving body, and its share of the room for all of them. */
export class ArrivingBody {
  readonly #deps: BodyDeps
  readonly #holdings: Holdings
  readonly #line: string
  readonly #own: Held
  readonly #isFile: boolean
  readonly #customerId: number | null
  #bytes = 0
  /** How many bytes came in the last interval; nothing is known in the first one. */
  #lastBytes = Infinity
  #isArriving = true
  /** Refused for lack of room: it took none from others. */
  #isRefused = false
  #isHeld = true
  #cutOff = () => {}

  /**
   * @param line Whose body it is (`lineOf` in heavy-calls.ts): visitors and customers of an address are counted apart, and
   *   staff by themselves.
   * @param customerId The customer who sends a file, who may send few at once.
   * @throws {ApiProblem} 503 when the process reads as many bodies as it can, 429 when the line or the customer sends too
   *   many.
   */
  constructor(deps: BodyDeps, line: string, isFile: boolean, customerId: number | null = null) {
    const known = holdingsOf[isFile ? 'files' : 'others']
    const holdings = known.get(deps) ?? {
      all: { bodies: 0, bytes: 0 },
      byLine: new Map(),
      files: new Map(),
      filesOfLines: new Map(),
      arriving: new Set(),
    }
    known.set(deps, holdings)
    this.#customerId = isFile ? customerId : null
    this.#deps = deps
    this.#isFile = isFile
    this.#holdings = holdings
    this.#line = line
    this.#own = holdings.byLine.get(line) ?? { bodies: 0, bytes: 0 }
    const { limits } = deps.settings
    if (this.#own.bodies >= limits.LIMIT_BODIES_PER_ADDRESS && !this.#cutOldest(this.#own))
      throw tooMany(RETRY_AFTER_S)
    if (holdings.all.bodies >= limits.LIMIT_BODIES && !this.#makeRoom()) throw tooMuch()
    if (this.#customerId !== null) {
      const files = holdings.files.get(this.#customerId) ?? 0
      if (files >= FILES_PER_CUSTOMER) throw tooManyFiles()
      holdings.files.set(this.#customerId, files + 1)
    }
    holdings.byLine.set(line, this.#own)
    this.#own.bodies += 1
    holdings.all.bodies += 1
  }

  /**
   * Reads the whole body. The rest of a refused one stays unread, and the connection is closed after the answer.
   *
   * @throws {ApiProblem} 400 when it breaks off, 408 when it is too slow, 413 when it is too large, 429 and 503 as above.
   */
  read(source: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const { bodyBytesPerSecond } = this.#deps.settings
    return new Promise((done, fail) => {
      const chunks: Uint8Array[] = []
      const { arriving } = this.#holdings
      const refuse = (problem: ApiProblem) => {
        clearInterval(timer)
        arriving.delete(this)
        source.off('data', take).pause()
        fail(problem)
      }
      const take = (chunk: Uint8Array) => {
        chunks.push(chunk)
        const problem = this.#add(chunk.length, maxBytes)
        if (!problem) return
        this.#isRefused = problem.status === 503
        refuse(problem)
      }
      let seen = 0
      const timer = setInterval(() => {
        const came = this.#bytes - seen
        seen = this.#bytes
        this.#lastBytes = came
        if (came < (bodyBytesPerSecond * CHECK_EVERY_MS) / 1_000) refuse(tooSlow())
      }, CHECK_EVERY_MS)
      const broken = () => refuse(notWhole())
      if (source.destroyed) return broken()
      arriving.add(this)
      this.#cutOff = () => {
        refuse(tooSlow())
        chunks.length = 0
        this.release()
      }
      source.on('data', take).once('error', broken).once('close', broken)
      source.once('end', () => {
        clearInterval(timer)
        source.off('close', broken)
        arriving.delete(this)
        this.#hasArrived()
        done(Buffer.concat(chunks))
      })
    })
  }

  /** Counts received bytes; returns the problem when there are too many. */
  #add(bytes: number, maxBytes: number): ApiProblem | null {
    const { limits } = this.#deps.settings
    const { all } = this.#holdings
    for (const held of [this.#own, all]) held.bytes += bytes
    this.#bytes += bytes
    if (this.#bytes > maxBytes) return tooLarge(maxBytes)
    const room = limits.LIMIT_BODY_BYTES * SHARES[this.#isFile ? 'files' : 'others']
    // A further body of a line has no more than is left for others: it stays until its call is answered.
    const isFurther = this.#own.bytes > this.#bytes || (this.#isFile && this.#sentFileLately())
    while (isFurther && this.#own.bytes > room - all.bytes) {
      const inTheWay = this.#slowest() ?? (this.#isFile ? this.#greediest() : null)
      if (!inTheWay) return tooMuch()
      inTheWay.#cutOff()
    }
    while (all.bytes > room) {
      const inTheWay = this.#slowest() ?? this.#greediest()
      if (!inTheWay) return tooMuch()
      inTheWay.#cutOff()
    }
    return null
  }

  /** Whether the line has sent a file before this one, which may have been looked through by now. */
  #sentFileLately(): boolean {
    const { filesOfLines } = this.#holdings
    const nowMs = performance.now()
    for (const [line, atMs] of filesOfLines) {
      if (nowMs - atMs < LATELY_MS) break
      filesOfLines.delete(line)
    }
    return filesOfLines.has(this.#line)
  }

  /** Cuts off the oldest body of the line that sends the most at once, where this line sends fewer. */
  #makeRoom(): boolean {
    let crowd = this.#own
    for (const body of this.#holdings.arriving)
      if (body.#own.bodies > Math.max(crowd.bodies, this.#own.bodies + 1)) crowd = body.#own
    return crowd !== this.#own && this.#cutOldest(crowd)
  }

  /** Cuts off the oldest arriving body of a line: those that are whole are answered in a moment. */
  #cutOldest(line: Held): boolean {
    for (const body of this.#holdings.arriving)
      if (body.#own === line) {
        body.#cutOff()
        return true
      }
    return false
  }

  /**
   * The oldest body of the line with the most bytes arriving, where this line has fewer. A line's first file goes on:
   * it makes way for none.
   */
  #greediest(): ArrivingBody | null {
    let greediest: ArrivingBody | null = null
    let most = this.#own.bytes
    const { arriving, filesOfLines } = this.#holdings
    for (const body of arriving)
      if (body.#own.bytes > most && (!this.#isFile || filesOfLines.has(body.#line))) {
        greediest = body
        most = body.#own.bytes
      }
    return greediest
  }

  /** The slowest of the other arriving bodies, if one is slow. */
  #slowest(): ArrivingBody | null {
    let slowest: ArrivingBody | null = null
    let least = (CROWDED_BYTES_PER_SECOND * CHECK_EVERY_MS) / 1_000
    for (const body of this.#holdings.arriving)
      if (body !== this && body.#lastBytes < least) {
        slowest = body
        least = body.#lastBytes
      }
    return slowest
  }

  /** Gives back its place among those that arrive: calls that are under way wait in lines of their own. */
  #hasArrived(): void {
    if (!this.#isArriving) return
    this.#isArriving = false
    this.#own.bodies -= 1
    this.#holdings.all.bodies -= 1
  }

  /** Frees its room once the call is answered. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#hasArrived()
    this.#own.bytes -= this.#bytes
    this.#holdings.all.bytes -= this.#bytes
    const { files, filesOfLines } = this.#holdings
    if (this.#isFile && this.#bytes > 0 && !this.#isRefused) {
      filesOfLines.delete(this.#line)
      filesOfLines.set(this.#line, performance.now())
    }
    if (this.#customerId !== null) {
      const left = files.get(this.#customerId)! - 1
      if (left > 0) files.set(this.#customerId, left)
      else files.delete(this.#customerId)
    }
    if (this.#own.bodies === 0 && this.#own.bytes === 0) this.#holdings.byLine.delete(this.#line)
  }
}

const tooMuch = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'We’re receiving too much at once. Wait a few seconds, then try again.',
    [],
    { retryAfterS: RETRY_AFTER_S },
  )

const tooManyFiles = () =>
  tooMany(
    RETRY_AFTER_S,
    `You’re sending ${FILES_PER_CUSTOMER} files already. Wait until they’ve arrived, then send this one.`,
  )

const tooSlow = () =>
  new ApiProblem(
    408,
    'Unavailable',
    'Your connection is too slow to send this. Check it, then try again.',
    [],
    { retryAfterS: RETRY_AFTER_S },
  )

export const tooLarge = (maxBytes: number) =>
  new ApiProblem(413, 'TooLarge', `Send at most ${maxBytes} bytes.`)

/** The sender disconnected. */
const notWhole = () => invalid([fieldError('body', 'did not arrive in full')])
