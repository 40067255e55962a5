import { cleanFile } from '#server/platform/files/clean-file.ts'
import { keptOf, type FileCleaner } from '#server/platform/files/file-cleaner.ts'

/** Reads files as the server does, without a process beside this one: that has tests of its own. */
export const cleanerInProcess: FileCleaner = {
  clean: async (bytes, type) => keptOf(await cleanFile(bytes, type), type),
  stop() {},
}
