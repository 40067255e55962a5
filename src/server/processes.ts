import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { LabChange, LabState } from './lab-state.ts'

/** What a process tells the one that watches over it. */
export type Told =
  /** It answers requests. */
  { told: 'ready' } | LabChange

/** So many starts of a place may fail in a row while no other place serves: another one would not mend it. */
const MOST_FAILED_STARTS = 5
export const TIMES = {
  /** Between a failed start and the next; doubled at each, up to the longest. */
  pauseMs: 500,
  longestPauseMs: 60_000,
  /** What ends sooner after it was ready is a failed start. */
  provesItselfInMs: 5_000,
}
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
  times?: typeof TIMES
}

interface Place {
  place: number
  /** How many of its starts have failed since a process there has proved itself. */
  failedStarts: number
  /** By the monotonic clock; `null` before it answers requests. */
  readyAtMs: number | null
}

interface Ended {
  process: number | undefined
  code: number
  signal: string
}

/** In the environment of a process before which none was ready. */
const FIRST = 'FORECOURT_FIRST_PROCESS'

/** Whether this process opens the storefront: it is alone, or none of those beside it has been ready. */
export const opensFirst = (): boolean => cluster.isPrimary || process.env[FIRST] === '1'

/**
 * Runs several processes of a program on one machine, which share its port, and replaces those that end, until it is told
 * to stop. The first one starts alone: what a start does once, it does, and what keeps it from starting, it says.
 */
export function startProcesses({ count, program, envOf, log, times = TIMES }: Options): void {
  const running = new Map<Worker, Place>()
  const lab: Partial<LabState> = {}
  let hasOpened = false
  let exitCode: number | null = null

  // Each takes connections from one queue: one that dies takes none with it but those it had. Handed out by this process,
  // the one on its way to a process that dies would hang (docs/decisions/0018-processes-take-from-one-queue.md).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })

  function start(place: number, failedStarts = 0): void {
    if (exitCode !== null) return
    const worker = cluster.fork({ ...envOf(place), [FIRST]: hasOpened ? '0' : '1' })
    const state: Place = { place, failedStarts, readyAtMs: null }
    running.set(worker, state)
    worker.on('error', (error) => log.warn({ err: error }, 'a process is not reached'))
    worker.on('message', (message: Told) => {
      if (message.told === 'lab') return tellLab(message.lab)
      log.info({ process: worker.process.pid, place }, 'a process is ready')
      state.readyAtMs = performance.now()
      if (hasOpened) return
      hasOpened = true
      for (let other = 1; other < count; other += 1) start(other)
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (exitCode === null) replace(state, { process: worker.process.pid, code, signal })
      else if (code !== 0 && state.readyAtMs !== null) exitCode = 1
      if (exitCode !== null && running.size === 0) process.exit(exitCode)
    })
  }

  function replace(state: Place, ended: Ended) {
    const { place } = state
    if (hasProvedItself(state)) {
      log.warn({ place, ...ended }, 'a process has ended and is replaced')
      return start(place)
    }
    // Without a signal it has said why.
    if (!hasOpened && !ended.signal) return stop(ended.code || 1)
    const failedStarts = state.failedStarts + 1
    log.error(
      { place, failedStarts, ...ended },
      'a process ended before it was ready, or soon after',
    )
    if (failedStarts >= MOST_FAILED_STARTS && ![...running.values()].some(serves)) return stop(1)
    const pauseMs = Math.min(times.longestPauseMs, times.pauseMs * 2 ** (failedStarts - 1))
    setTimeout(() => start(place, failedStarts), pauseMs)
  }

  const hasProvedItself = ({ readyAtMs }: Place) =>
    readyAtMs !== null && performance.now() - readyAtMs >= times.provesItselfInMs

  /** One that was started again after a failure has to prove itself first: all of them may fail in turn. */
  const serves = (one: Place) =>
    one.readyAtMs !== null && (one.failedStarts === 0 || hasProvedItself(one))

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
