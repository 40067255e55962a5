import sharp from 'sharp'
import type { FileType } from '#lib/domain/files.ts'
import { cleanFile, type Cleaned } from './clean-file.ts'
import { READING } from './limits.ts'

// A process of its own, which reads what customers send, one file after the other. It has no settings and no keys. What
// hangs or crashes it costs one file: the server ends it and starts another.

export interface FileToClean {
  bytes: Uint8Array
  type: FileType
}
export type FromWorker = { isReady: true } | { cleaned: Cleaned; memoryBytes: number }

const OWN_LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']
const WATCH_EVERY_MS = 20

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: OWN_LOADERS })
sharp.cache(false)
sharp.concurrency(1)

const answer = (message: FromWorker) => process.send?.(message)
const { rss } = process.memoryUsage

// Pictures are drawn in a thread beside this one, so that this is asked while it happens.
setInterval(() => {
  if (rss() > READING.mostMemoryBytes) process.kill(process.pid, 'SIGKILL')
}, WATCH_EVERY_MS)

process.on('message', ({ bytes, type }: FileToClean) => {
  void cleanFile(bytes, type).then((cleaned) => answer({ cleaned, memoryBytes: rss() }))
})
// The server ends it; a signal to the whole group of processes does not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
answer({ isReady: true })
