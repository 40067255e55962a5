import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { LabChange, LabState } from './lab-state.ts'

/** A message from a worker process to the primary one. */
export type WorkerMessage =
  /** It answers requests. */
  { kind: 'ready' } | LabChange

/** How many starts of a slot may fail in a row while no other slot serves. */
const MOST_FAILED_STARTS = 5
export const TIMES = {
  /** The pause after a failed start; doubled each time, up to the longest. */
  pauseMs: 500,
  longestPauseMs: 60_000,
  /** How often it is asked whether another build was published. */
  lookMs: 1_000,
  /** A process that ends sooner after it was ready counts as a failed start. */
  provesItselfInMs: 5_000,
  /** How long a start may take once others serve; the first one may be migrating the database for longer. */
  readyWithinMs: 10 * 60_000,
  /** Longer than a process takes to finish its requests once it has drained. */
  finishWithinMs: 35_000,
}

interface Options {
  /** The number of processes. */
  count: number
  /** The file that each process runs. */
  program: string
  /** The file to run from now on, in their places one after the other; `null` for no other. */
  published?(): string | null
  /** Additional environment variables of a slot and its program; slots count from 0. */
  envOf(slot: number, program: string): Record<string, string>
  /** How long a process that stops goes on taking requests. */
  drainMs: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  times?: typeof TIMES
}

interface WorkerSlot {
  /** Counts from 0. */
  slot: number
  /** Failed starts since a process in this slot last ran long enough. */
  failedStarts: number
  /** On the monotonic clock; `null` before it answers requests. */
  readyAtMs: number | null
  program: string
  /** The process whose place it takes once it has run long enough. */
  replaces: Worker | null
}

interface Ended {
  process: number | undefined
  code: number
  signal: string
}

/** Set to `1` for a process that starts before any other was ready. */
const FIRST = 'FORECOURT_FIRST_PROCESS'

/** Whether this process opens the storefront: it runs alone, or no other worker has been ready. */
export const opensFirst = (): boolean => cluster.isPrimary || process.env[FIRST] === '1'

/**
 * Runs several processes of a program on one machine, which share its port, and replaces those that end, until a signal
 * stops it. The first process starts alone: it migrates the database, and reports what keeps the storefront from starting.
 */
export function startProcesses({
  count,
  program,
  published = () => null,
  envOf,
  drainMs,
  log,
  times = TIMES,
}: Options): void {
  const running = new Map<Worker, WorkerSlot>()
  const lab: Partial<LabState> = {}
  let hasOpened = false
  let current = program
  /** The build of the process that was last given a replacement. */
  let previous = program
  /** A build that could not start, and when it is tried again: the reason may have passed. Each pause is twice the last. */
  let refused: { build: string; pauseMs: number; untilMs: number } | null = null
  const retired = new Set<Worker>()
  /** Whether what is published can’t be read, which was said. */
  let isUnreadable = false
  let exitCode: number | null = null

  // All take connections from one queue: a process that dies loses only its own. If this process handed them out, one on
  // its way to a process that dies would hang
  // (docs/decisions/0018-processes-take-connections-from-one-queue.md).
  cluster.schedulingPolicy = cluster.SCHED_NONE

  function start(slot: number, failedStarts = 0, replaces: Worker | null = null): void {
    if (exitCode !== null) return
    cluster.setupPrimary({ exec: current })
    const worker = cluster.fork({ ...envOf(slot, current), [FIRST]: hasOpened ? '0' : '1' })
    const state: WorkerSlot = { slot, failedStarts, readyAtMs: null, program: current, replaces }
    running.set(worker, state)
    // One that hangs at its start would keep its place, and every later build out.
    const late = setTimeout(() => {
      if (!hasOpened) return
      log.error(
        { place: slot, build: state.program },
        'a process is not ready in time and is ended',
      )
      worker.process.kill('SIGKILL')
    }, times.readyWithinMs).unref()
    worker.on('error', (error) => {
      log.warn({ err: error }, 'could not reach a worker process')
      // One that could not even be created never exits.
      if (worker.process.pid === undefined) ended(1, '')
    })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'lab') return updateLab(message.lab)
      log.info({ process: worker.process.pid, place: slot }, 'a process is ready')
      clearTimeout(late)
      state.readyAtMs = performance.now()
      if (state.replaces)
        setTimeout(() => {
          if (running.has(worker)) retire(state)
        }, times.provesItselfInMs).unref()
      if (hasOpened) return
      hasOpened = true
      for (let other = 1; other < count; other += 1) start(other)
    })
    worker.once('exit', ended)
    function ended(code: number, signal: string): void {
      clearTimeout(late)
      if (!running.delete(worker)) return
      if (retired.delete(worker) || isBeingReplaced(worker)) return endIfDone()
      if (exitCode === null && state.replaces) refuse(state, state.replaces)
      else if (exitCode === null) replace(state, { process: worker.process.pid, code, signal })
      else if (code !== 0 && state.readyAtMs !== null) exitCode = 1
      endIfDone()
    }
  }

  const endIfDone = () => {
    if (exitCode !== null && running.size === 0) process.exit(exitCode)
  }

  /** Takes another build that was published, one process at a time: the one before serves until the new one has run long enough. */
  function look(): void {
    const wanted = exitCode === null && hasOpened ? wantedBuild() : null
    if (wanted === null) return
    // One that may hang keeps no other build out.
    for (const [worker, { replaces, readyAtMs, program: build }] of running)
      if (replaces && readyAtMs === null && build !== wanted) worker.process.kill('SIGKILL')
    if (refused?.build === wanted && performance.now() < refused.untilMs) return
    if ([...running.values()].some(({ replaces }) => replaces)) return
    const outdated = [...running].find(
      ([worker, state]) =>
        state.program !== wanted && state.readyAtMs !== null && !retired.has(worker),
    )
    if (!outdated) return
    previous = outdated[1].program
    current = wanted
    start(outdated[1].slot, 0, outdated[0])
  }

  /** No other one while what was published cannot be read. */
  function wantedBuild(): string | null {
    try {
      const build = published()
      isUnreadable = false
      return build
    } catch (error) {
      if (!isUnreadable) log.error({ err: error }, 'what was published cannot be read')
      isUnreadable = true
      return null
    }
  }

  const isBeingReplaced = (worker: Worker) =>
    [...running.values()].some(({ replaces }) => replaces === worker)

  function retire(state: WorkerSlot): void {
    const { replaces, slot, program: build } = state
    state.replaces = null
    log.info({ place: slot, build }, 'a process of another build has taken over')
    if (!replaces || !running.has(replaces)) return
    retired.add(replaces)
    replaces.process.kill('SIGTERM')
  }

  function refuse({ slot, program: build }: WorkerSlot, kept: Worker): void {
    // One that runs at another place was ended by something else: it is tried again.
    if ([...running.values()].some((other) => other.program === build && !other.replaces))
      log.error({ place: slot, build }, 'a process of a build that runs elsewhere has ended')
    else {
      log.error({ place: slot, build }, 'a build cannot start: the previous one keeps running')
      const pauseMs = refused?.build === build ? 2 * refused.pauseMs : times.longestPauseMs
      refused = { build, pauseMs, untilMs: performance.now() + pauseMs }
      current = previous
    }
    if (!running.has(kept)) start(slot)
  }

  function replace(state: WorkerSlot, ended: Ended) {
    const { slot } = state
    if (hasProvedItself(state)) {
      log.warn({ place: slot, ...ended }, 'a process has ended and is replaced')
      return start(slot)
    }
    // It exited on its own and has logged the reason.
    if (!hasOpened && !ended.signal) return stop(ended.code || 1)
    const failedStarts = state.failedStarts + 1
    log.error(
      { place: slot, failedStarts, ...ended },
      'a process ended before it was ready, or soon after',
    )
    if (failedStarts >= MOST_FAILED_STARTS && ![...running.values()].some(serves)) return stop(1)
    const pauseMs = Math.min(times.longestPauseMs, times.pauseMs * 2 ** (failedStarts - 1))
    setTimeout(() => start(slot, failedStarts), pauseMs)
  }

  const hasProvedItself = ({ readyAtMs }: WorkerSlot) =>
    readyAtMs !== null && performance.now() - readyAtMs >= times.provesItselfInMs

  /** A process restarted after a failure counts only once it has run long enough, because all may fail in turn. */
  const serves = (one: WorkerSlot) =>
    one.readyAtMs !== null && (one.failedStarts === 0 || hasProvedItself(one))

  function updateLab(changed: Partial<LabState>): void {
    Object.assign(lab, changed)
    for (const worker of running.keys()) if (worker.isConnected()) worker.send(lab)
  }

  function stop(code: number): void {
    exitCode = code
    setTimeout(endNow, drainMs + times.finishWithinMs).unref()
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
  setInterval(look, times.lookMs).unref()
}
