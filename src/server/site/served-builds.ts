import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { holdFile, isHeld } from '#server/platform/files/file-lock.ts'

/** The file in the folder of a published build that each process which serves it holds: it may not write there. */
export const servedFile = (build: string): string => join(build, 'served.lock')

/** Keeps a published build from being removed while this process runs. */
export function holdBuild(dist: string): void {
  const file = servedFile(dirname(dist))
  if (existsSync(file)) holdFile(file)
}

/** Whether a process serves a published build. */
export function isServed(build: string): boolean {
  const file = servedFile(build)
  return existsSync(file) && isHeld(file)
}
