import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { LabState } from './lab.ts'

/** What a process tells the one that watches over it. */
export type Told =
  /** It answers requests. */
  | { told: 'ready' }
  /** What it has changed in the failure lab; nothing, to learn how that stands. */
  | { told: 'lab'; lab: Partial<LabState> }

/** So many in a row may end before they are ready; then something is wrong that another start does not mend. */
const MOST_FAILED_STARTS = 5
const PAUSE_MS = 500
/** Longer than a process gives itself to end what it has begun. */
const STOP_WITHIN_MS = 35_000

interface Options {
  /** How many. */
  count: number
  /** The file each runs. */
  program: string
  /** What a place's environment has besides this process's own; places count from 0. */
  envOf(place: number): Record<string, string>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

interface Place {
  place: number
  /** Whether it answers requests. */
  isReady: boolean
}

interface Ended {
  process: number | undefined
  code: number
  signal: string
}

/**
 * Runs several processes of a program on one machine, which share its port, and replaces those that end, until it is told
 * to stop. The first one starts alone: what a start does once, it does, and what keeps it from starting, it says.
 */
export function startProcesses({ count, program, envOf, log }: Options): void {
  const running = new Map<Worker, Place>()
  const lab: Partial<LabState> = {}
  let hasOpened = false
  let failedStarts = 0
  let exitCode: number | null = null

  // Each takes connections from one queue: one that dies takes none with it but those it had. Handed out by this process,
  // the one on its way to a process that dies would hang (docs/decisions/0018-processes-take-from-one-queue.md).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })

  function start(place: number): void {
    if (exitCode !== null) return
    const worker = cluster.fork(envOf(place))
    const state: Place = { place, isReady: false }
    running.set(worker, state)
    worker.on('error', (error) => log.warn({ err: error }, 'a process is not reached'))
    worker.on('message', (message: Told) => {
      if (message.told === 'lab') return tellLab(message.lab)
      log.info({ process: worker.process.pid, place }, 'a process is ready')
      state.isReady = true
      failedStarts = 0
      if (hasOpened) return
      hasOpened = true
      for (let other = 1; other < count; other += 1) start(other)
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (exitCode === null) replace(state, { process: worker.process.pid, code, signal })
      else if (code !== 0 && state.isReady) exitCode = 1
      if (exitCode !== null && running.size === 0) process.exit(exitCode)
    })
  }

  function replace({ place, isReady }: Place, ended: Ended) {
    if (isReady) {
      log.warn({ place, ...ended }, 'a process has ended and is replaced')
      return start(place)
    }
    // Without a signal it has said why.
    if (!hasOpened && !ended.signal) return stop(ended.code || 1)
    log.error({ place, ...ended }, 'a process ended before it was ready')
    failedStarts += 1
    if (failedStarts === MOST_FAILED_STARTS) return stop(1)
    setTimeout(() => start(place), PAUSE_MS * 2 ** (failedStarts - 1))
  }

  function tellLab(changed: Partial<LabState>): void {
    Object.assign(lab, changed)
    for (const worker of running.keys()) if (worker.isConnected()) worker.send(lab)
  }

  function stop(code: number): void {
    exitCode = code
    setTimeout(endNow, STOP_WITHIN_MS).unref()
    for (const worker of running.keys()) worker.process.kill('SIGTERM')
    if (running.size === 0) process.exit(code)
  }

  function endNow(): void {
    for (const worker of running.keys()) worker.process.kill('SIGKILL')
    process.exit(1)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (exitCode === null ? stop(0) : endNow()))
  start(0)
}
