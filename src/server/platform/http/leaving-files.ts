import type { Deps } from '#server/deps.ts'
import { ApiProblem, tooMany } from './api-problem.ts'

const MB = 1024 * 1024
/** Files that are sent at once: each is in memory until its reader has it. */
const MOST_BYTES = 128 * MB
/** The same of one line: a site's customers, or a member of staff. Its others wait. */
const MOST_BYTES_OF_LINE = 24 * MB
/** Readers of one line that may wait. */
const MOST_WAITING = 50
const RETRY_AFTER_S = 5
const CHUNK_BYTES = 64 * 1024
/** While there is no room left, in all or in a line, a reader slower than this makes way for others. */
const CROWDED_BYTES_PER_SECOND = 100_000
/** A reader that takes nothing for so long is cut off. */
const STALLED_MS = 60_000
/** How long a speed is measured. The first time it is that of our own buffers. */
const MEASURED_MS = 5_000

interface Leaving {
  bytes: number
  waiting: (() => void)[]
}
/** A file that is being sent. */
interface Reader {
  line: Leaving
  sentBytes: number
  /** Since when, and from which byte, the speed is measured. */
  since: { ms: number; bytes: number }
  bytesPerSecond: number
  cutOff(): void
}
interface AllLeaving {
  bytes: number
  byLine: Map<string, Leaving>
  readers: Set<Reader>
}
const leavingOf = new WeakMap<Deps, AllLeaving>()

/**
 * Reads a file once there is room to send it, as a stream that frees the room when it has been read or given up.
 *
 * @param sizeBytes The size of the file.
 * @throws {ApiProblem} 429 when too many readers of the line wait, 503 when too much is being sent to others, and fast.
 */
export async function sendInTurn(
  deps: Deps,
  line: string,
  sizeBytes: number,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const all = leavingOf.get(deps) ?? {
    bytes: 0,
    byLine: new Map<string, Leaving>(),
    readers: new Set<Reader>(),
  }
  leavingOf.set(deps, all)
  const own = all.byLine.get(line) ?? { bytes: 0, waiting: [] }
  all.byLine.set(line, own)
  while (own.bytes > 0 && own.bytes + sizeBytes > MOST_BYTES_OF_LINE) {
    if (own.waiting.length >= MOST_WAITING) throw tooMany(RETRY_AFTER_S)
    const slow = slowestOf(all, own)
    if (slow) slow.cutOff()
    else await turnOf(own)
  }
  while (all.bytes + sizeBytes > MOST_BYTES) {
    const reader = slowestOf(all) ?? greediestOf(all, own.bytes + sizeBytes)
    if (reader) {
      reader.cutOff()
      continue
    }
    own.waiting.shift()?.()
    if (own.bytes === 0 && own.waiting.length === 0) all.byLine.delete(line)
    throw tooMuch()
  }
  own.bytes += sizeBytes
  all.bytes += sizeBytes
  let isHeld = true
  const reader: Reader = {
    line: own,
    sentBytes: 0,
    since: { ms: performance.now(), bytes: 0 },
    bytesPerSecond: Infinity,
    cutOff() {},
  }
  const stalled = setTimeout(() => reader.cutOff(), STALLED_MS).unref()
  const release = () => {
    if (!isHeld) return
    isHeld = false
    clearTimeout(stalled)
    own.bytes -= sizeBytes
    all.bytes -= sizeBytes
    all.readers.delete(reader)
    if (own.bytes === 0 && own.waiting.length === 0) all.byLine.delete(line)
    own.waiting.shift()?.()
  }
  try {
    const bytes = await read()
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start(stream) {
          reader.cutOff = () => {
            stream.error(new Error('the reader was too slow'))
            release()
          }
          all.readers.add(reader)
        },
        pull(stream) {
          measure(reader)
          stalled.refresh()
          const from = reader.sentBytes
          reader.sentBytes = from + CHUNK_BYTES
          stream.enqueue(bytes.subarray(from, reader.sentBytes))
          if (reader.sentBytes < bytes.length) return
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

function measure(reader: Reader): void {
  const { since, sentBytes } = reader
  const nowMs = performance.now()
  if (nowMs - since.ms < MEASURED_MS) return
  // What fills our buffers at the beginning says nothing.
  if (since.bytes > 0)
    reader.bytesPerSecond = ((sentBytes - since.bytes) * 1000) / (nowMs - since.ms)
  reader.since = { ms: nowMs, bytes: sentBytes }
}

/** Waits until a reader of the line is done, and no longer than a speed is measured. */
const turnOf = ({ waiting }: Leaving): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(done), 1)
      resolve()
    }, MEASURED_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(done)
  })

/** The slowest reader, of all or of a line, if one is slow. */
function slowestOf({ readers }: AllLeaving, line?: Leaving): Reader | null {
  let slowest: Reader | null = null
  let least = CROWDED_BYTES_PER_SECOND
  for (const reader of readers) {
    if (line && reader.line !== line) continue
    measure(reader)
    if (reader.bytesPerSecond < least) {
      slowest = reader
      least = reader.bytesPerSecond
    }
  }
  return slowest
}

/** A reader of the line that is sent the most, if that is more than another would be. */
function greediestOf({ readers }: AllLeaving, bytesOfOther: number): Reader | null {
  let greediest: Reader | null = null
  let most = bytesOfOther
  for (const reader of readers)
    if (reader.line.bytes > most) {
      greediest = reader
      most = reader.line.bytes
    }
  return greediest
}

const tooMuch = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'We’re sending too many files at once. Wait a few seconds, then try again.',
    [],
    { retryAfterS: RETRY_AFTER_S },
  )
