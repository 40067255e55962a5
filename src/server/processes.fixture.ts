import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLog } from './platform/log.ts'
import { opensFirst, startProcesses, type WorkerMessage } from './processes.ts'

// A program of two processes (`node processes.fixture.ts HOW FILE`), each of which does as HOW says. FILE names the program
// that is published.

const ready = () => {
  cluster.worker!.send({ kind: 'ready' } satisfies WorkerMessage)
  setInterval(() => {}, 60_000)
}
const fall = () => process.exit(1)

const publishedIn = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null

const runs = (slot: number) =>
  process.stdout.write(`${slot} runs ${process.env.PROGRAM!} as ${process.pid}\n`)

const WAYS: Record<string, (slot: number) => void> = {
  'fall when ready': () => {
    ready()
    setTimeout(fall, 5)
  },
  'second never starts': (slot) => (slot === 0 ? ready() : fall()),
  published: (slot) => {
    runs(slot)
    if (process.env.PROGRAM!.includes('broken')) fall()
    if (process.env.PROGRAM!.includes('falls')) setTimeout(fall, 100)
    if (process.env.PROGRAM!.includes('hangs')) return void setInterval(() => {}, 60_000)
    ready()
  },
  // A build needs a file that is away.
  'published early': (slot) => {
    runs(slot)
    if (process.env.PROGRAM!.includes('second') && !existsSync(`${process.argv[3]}.there`)) fall()
    ready()
  },
  // Processes are created in a folder that may be away.
  'in a folder': (slot) => {
    runs(slot)
    ready()
  },
  // Longer than it takes to finish.
  drains: () => {
    process.removeAllListeners('SIGTERM')
    process.on('SIGTERM', () => setTimeout(() => process.exit(0), 800))
    ready()
  },
  'killed at first': () => {
    process.stdout.write(opensFirst() ? 'opens\n' : 'joins\n')
    if (cluster.worker!.id === 1) process.kill(process.pid, 'SIGKILL')
    else ready()
  },
}

if (cluster.isPrimary) {
  const [how = '', file = ''] = process.argv.slice(2)
  const publishes = how.startsWith('published')
  if (how === 'in a folder') cluster.setupPrimary({ cwd: file })
  startProcesses({
    count: 2,
    program: fileURLToPath(import.meta.url),
    published: () => (publishes ? publishedIn(file) : null),
    envOf: (slot, program) => ({
      SLOT: String(slot),
      HOW: how,
      PROGRAM: basename(program),
    }),
    drainMs: how === 'drains' ? 20_000 : 0,
    log: openLog('info'),
    times: {
      pauseMs: 2,
      longestPauseMs: how === 'published' ? 60_000 : 20,
      lookMs: 20,
      provesItselfInMs: publishes ? 2_000 : 60_000,
      // Longer than a slow machine takes to start one.
      readyWithinMs: 5_000,
      finishWithinMs: how === 'drains' ? 200 : 10_000,
    },
  })
} else {
  process.on('SIGTERM', () => process.exit(0))
  WAYS[process.env.HOW!]!(Number(process.env.SLOT))
}
