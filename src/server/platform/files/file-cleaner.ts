import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { FileType } from '#lib/shared/files.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import type { Cleaned, FileRefusal } from './clean-picture.ts'
import { READ_LIMITS } from './limits.ts'
import { WORKER_FILE } from './worker-file.ts'
import type { FileToClean, FromWorker } from './worker.ts'

/** Reads customers' files outside the server's own process. */
export interface FileCleaner {
  /**
   * Cleans a file.
   *
   * @throws {ApiProblem} 400 for a file that cannot be read within the limits, 503 when too many files wait.
   */
  clean(bytes: Uint8Array, type: FileType, sender: Sender): Promise<Uint8Array>
  stop(): void
}

/** Who sends a file, and from which site: neither may take the whole queue. */
interface Sender {
  name: string
  site: string
}

interface Job {
  bytes: Uint8Array
  type: FileType
  sender: Sender
  settle(result: Cleaned | Error): void
}

const PICTURE = 'We couldn’t read this picture. Take it again or save it as a JPEG, then send that.'
const PDF = 'We couldn’t read this PDF. Save or print it as a PDF again, then send that.'

const sentenceOf = (refusal: FileRefusal, type: FileType): string => {
  if (refusal === 'too many pixels')
    return `This picture has more than ${READ_LIMITS.mostPixels / 1_000_000} megapixels. Make it smaller, then send it again.`
  if (refusal === 'too detailed')
    return 'This picture is too detailed for its type. Save it as a JPEG, then send that.'
  if (refusal === 'too slow')
    return 'This file takes too long to read. Make it smaller or save it again, then send that.'
  return type === 'application/pdf' ? PDF : PICTURE
}

/** The cleaned file. @throws {ApiProblem} 400 if it could not be read. */
export function keptOf(cleaned: Cleaned, type: FileType): Uint8Array {
  if ('bytes' in cleaned) return cleaned.bytes
  throw new ApiProblem(400, 'Validation', sentenceOf(cleaned.refused, type))
}

const busy = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'We’re still reading other files. Wait a few seconds, then send this one again.',
    [],
    { retryAfterS: 5 },
  )

/**
 * Reads files one at a time in a separate process, which starts with the first file and ends when idle. Networks are served
 * in fair turns. A file that takes too long or crashes the process is refused, and the next file gets a new process.
 */
export function startFileCleaner(
  log: Pick<Logger, 'warn' | 'error'>,
  { program = WORKER_FILE, limits = READ_LIMITS }: { program?: string; limits?: Limits } = {},
): FileCleaner {
  const waiting = new FairQueue<Job>()
  let current: Job | null = null
  let beganMs = 0
  let worker: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined

  const endWorker = () => {
    worker?.kill('SIGKILL')
    worker = null
  }
  const finish = (result: Cleaned | Error) => {
    clearTimeout(timer)
    if (current) waiting.spend(current.sender.site, performance.now() - beganMs)
    current?.settle(result)
    current = null
    next()
  }
  function next() {
    if (current) return
    current = waiting.shift() ?? null
    if (!current) {
      timer = setTimeout(endWorker, limits.idleMs).unref()
      return
    }
    beganMs = performance.now()
    clearTimeout(timer)
    timer = setTimeout(() => {
      log.warn({ type: current?.type }, 'a file took too long to read')
      endWorker()
      finish({ refused: 'too slow' })
    }, limits.mostMs)
    worker ??= startWorker()
    const { bytes, type } = current
    worker.send({ type, size: bytes.length } satisfies FileToClean, (error) => {
      // The `exit` event follows.
      if (error) log.warn({ err: error }, 'a file could not be handed over to be read')
    })
    // Through a pipe: copying 10 MB into a message took 60 ms of this thread.
    worker.stdin!.write(bytes)
  }

  function startWorker(): ChildProcess {
    const started = fork(fileURLToPath(program), {
      // Without the settings, which hold secrets, and without the options of this process.
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    })
    let isReady = false
    let answer: Extract<FromWorker, { cleaned: object }> | null = null
    let chunks: Buffer[] = []
    let arrived = 0
    const takeAnswer = () => {
      if (worker !== started || !answer || !current) return
      const { cleaned, memoryBytes } = answer
      const size = ('size' in cleaned && cleaned.size) || 0
      if (arrived < size) return
      const bytes = Buffer.concat(chunks)
      answer = null
      chunks = []
      arrived = 0
      if (memoryBytes > limits.restingMemoryBytes) endWorker()
      if ('refused' in cleaned) finish(cleaned)
      else finish({ bytes: cleaned.size === null ? current.bytes : bytes })
    }
    const gone = (reason: object) => {
      if (worker !== started) return
      worker = null
      if (!isReady) log.error(reason, 'the process that reads files did not start')
      else log.warn({ ...reason, type: current?.type }, 'the process that reads files ended')
      finish(isReady ? { refused: 'unreadable' } : busy())
    }
    started.on('error', (error) => gone({ err: error }))
    started.on('exit', (code, signal) => gone({ code, signal }))
    started.on('message', (message: FromWorker) => {
      if (worker !== started) return
      if ('isReady' in message) {
        isReady = true
        return
      }
      answer = message
      takeAnswer()
    })
    started.stdout!.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      arrived += chunk.length
      takeAnswer()
    })
    // The process has ended; the `exit` event follows.
    started.stdin!.on('error', () => {})
    // It does not keep the server from ending.
    started.unref()
    started.channel?.unref()
    for (const pipe of [started.stdin, started.stdout]) (pipe as Socket).unref()
    return started
  }

  return {
    async clean(bytes, type, sender) {
      const { name, site } = sender
      if (
        waiting.lengthOf(site) >= limits.mostWaitingOfSite ||
        [...waiting].filter((job) => job.sender.name === name).length >= limits.mostWaitingOfOne
      )
        throw busy()
      if (waiting.length >= limits.mostWaiting) {
        const dropped = waiting.dropFor(site)
        if (!dropped) throw busy()
        dropped.settle(busy())
      }
      const result = await new Promise<Cleaned | Error>((settle) => {
        waiting.push(site, { bytes, type, sender, settle })
        next()
      })
      if (result instanceof Error) throw result
      return keptOf(result, type)
    },
    stop() {
      clearTimeout(timer)
      endWorker()
      for (const job of waiting.clear()) job.settle(busy())
      current?.settle(busy())
      current = null
    },
  }
}

type Limits = Pick<
  { [name in keyof typeof READ_LIMITS]: number },
  | 'mostMs'
  | 'mostWaiting'
  | 'mostWaitingOfOne'
  | 'mostWaitingOfSite'
  | 'restingMemoryBytes'
  | 'idleMs'
>
