import { IncomingMessage } from 'node:http'

/** How many pieces a body may come in. Senders and proxies make them of a thousand bytes and more. */
const mostPieces = (bytes: number): number => 100 + bytes / 256

/** Node's own: reads what is left of an answered request's body, past `push`. */
const { _dump: dump } = IncomingMessage.prototype as unknown as { _dump(): void }

/**
 * A request whose connection ends once its body comes in too many pieces: each takes some 300 bytes of memory beside its
 * own, before anything reads it, and work.
 */
export class PiecedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0

  /**
   * Reads what is left of a body, and counts it. It must not stay: a proxy that has sent all of it uses the connection
   * for the next request.
   */
  _dump(): void {
    if (this.complete) return dump.call(this)
    this.removeAllListeners('data')
    this.resume()
  }

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.#pieces += 1
      this.#bytes += chunk.length
      if (this.#pieces > mostPieces(this.#bytes)) {
        this.socket.destroy()
        return false
      }
    }
    return super.push(chunk, encoding)
  }
}
