import sharp from 'sharp'
import type { FileType } from '#lib/shared/files.ts'
import { cleanFile } from './clean-file.ts'
import type { FileRefusal } from './clean-picture.ts'
import { READ_LIMITS } from './limits.ts'

// A separate process that reads customers' files, one after the other, without settings and keys. A file that hangs or
// crashes it costs only that file: the server ends the process and starts another.

/** A file to read; its bytes come through standard input. */
export interface FileToClean {
  type: FileType
  size: number
}
/** The cleaned file goes to standard output; `null` if the file is kept as it is. */
export type FromWorker =
  | { isReady: true }
  | { cleaned: { size: number | null } | { refused: FileRefusal }; memoryBytes: number }

const OWN_LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']
const WATCH_EVERY_MS = 20

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: OWN_LOADERS })
sharp.cache(false)
sharp.concurrency(1)

const answer = (message: FromWorker) => process.send?.(message)
const { rss } = process.memoryUsage

// Pictures are drawn in another thread, so this keeps running.
setInterval(() => {
  if (rss() > READ_LIMITS.mostMemoryBytes) process.kill(process.pid, 'SIGKILL')
}, WATCH_EVERY_MS)

let file: FileToClean | null = null
let chunks: Buffer[] = []
let arrived = 0

async function readFile(): Promise<void> {
  if (!file || arrived < file.size) return
  const { type } = file
  const bytes = Buffer.concat(chunks)
  file = null
  chunks = []
  arrived = 0
  const cleaned = await cleanFile(bytes, type)
  const memoryBytes = rss()
  if ('refused' in cleaned) return void answer({ cleaned, memoryBytes })
  if (cleaned.bytes === bytes) return void answer({ cleaned: { size: null }, memoryBytes })
  process.stdout.write(cleaned.bytes)
  answer({ cleaned: { size: cleaned.bytes.length }, memoryBytes })
}
process.on('message', (next: FileToClean) => {
  file = next
  void readFile()
})
process.stdin.on('data', (chunk: Buffer) => {
  chunks.push(chunk)
  arrived += chunk.length
  void readFile()
})
// Only the server ends it, not a signal to the whole process group.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
answer({ isReady: true })
