import { get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A thread of its own, so that what the fuzzer does makes no request late: asks the server for something small, again and
// again, and says how long each answer took.

export interface Probed {
  /** By the clock of the machine. */
  startedMs: number
  ms: number
}

const EVERY_MS = 10
const clockMs = () => performance.timeOrigin + performance.now()

for (;;) {
  const startedMs = clockMs()
  await new Promise<void>((done, fail) => {
    get(workerData as string, { agent: false }, (response) =>
      response.resume().once('end', done),
    ).once('error', fail)
  })
  parentPort!.postMessage({ startedMs, ms: clockMs() - startedMs } satisfies Probed)
  await new Promise((done) => setTimeout(done, EVERY_MS))
}
