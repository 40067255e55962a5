import type { Deps } from '#server/deps.ts'
import { ApiProblem, tooMany } from './api-problem.ts'
import { networkOf } from './network.ts'

const MB = 1024 * 1024
/** Files that are sent at once: each is in memory until its reader has it. */
const MOST_BYTES = 128 * MB
/** The same of one network; its others wait. */
const MOST_BYTES_OF_NETWORK = 24 * MB
/** Readers of one network that may wait. */
const MOST_WAITING = 50
const RETRY_AFTER_S = 5
const CHUNK_BYTES = 64 * 1024

interface Leaving {
  bytes: number
  waiting: (() => void)[]
}
const leavingOf = new WeakMap<Deps, { bytes: number; byNetwork: Map<string, Leaving> }>()

/**
 * Reads a file once there is room to send it, as a stream that frees the room when it has been read or given up.
 *
 * @param sizeBytes The size of the file.
 * @throws {ApiProblem} 429 when too many readers of the network wait, 503 when too much is being sent.
 */
export async function sendInTurn(
  deps: Deps,
  ip: string,
  sizeBytes: number,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const all = leavingOf.get(deps) ?? { bytes: 0, byNetwork: new Map<string, Leaving>() }
  leavingOf.set(deps, all)
  const network = networkOf(ip)
  const own = all.byNetwork.get(network) ?? { bytes: 0, waiting: [] }
  all.byNetwork.set(network, own)
  while (own.bytes > 0 && own.bytes + sizeBytes > MOST_BYTES_OF_NETWORK) {
    if (own.waiting.length >= MOST_WAITING) throw tooMany(RETRY_AFTER_S)
    await new Promise<void>((done) => own.waiting.push(done))
  }
  if (all.bytes + sizeBytes > MOST_BYTES) {
    own.waiting.shift()?.()
    throw tooMuch()
  }
  own.bytes += sizeBytes
  all.bytes += sizeBytes
  let isHeld = true
  const release = () => {
    if (!isHeld) return
    isHeld = false
    own.bytes -= sizeBytes
    all.bytes -= sizeBytes
    if (own.bytes === 0 && own.waiting.length === 0) all.byNetwork.delete(network)
    own.waiting.shift()?.()
  }
  try {
    const bytes = await read()
    let sent = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(stream) {
          const end = sent + CHUNK_BYTES
          stream.enqueue(bytes.subarray(sent, end))
          sent = end
          if (sent < bytes.length) return
          stream.close()
          release()
        },
        cancel: release,
      },
      { highWaterMark: 0 },
    )
  } catch (error) {
    release()
    throw error
  }
}

const tooMuch = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'We’re sending too many files at once. Wait a few seconds, then try again.',
    [],
    { retryAfterS: RETRY_AFTER_S },
  )
