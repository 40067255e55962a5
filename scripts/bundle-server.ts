import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown, type Plugin } from 'rolldown'
import { notePackages } from './note-packages.ts'
import { valuesOfBuild } from './values-of-build.ts'

/** Packages that read files of their own, or are loaded only when they are needed. */
const LEFT_OUT = /^(nodemailer|pdfkit|pg|sharp|stripe)(\/|$)/

/** Pino's way to write from a thread beside: that is a file of its own, which no bundle has, and we write where the process does. */
const withoutLogThread: Plugin = {
  name: 'without-log-thread',
  resolveId: { filter: { id: /^thread-stream$/ }, handler: () => '\0no-log-thread' },
  load: {
    filter: { id: /^\0no-log-thread$/ },
    handler: () =>
      `module.exports = class { constructor() { throw new Error('the built server has no thread to log from') } }`,
  },
}

/** The process that reads files has a file of its own, wherever the part that starts it comes to be. */
const fileWorker: Plugin = {
  name: 'file-worker',
  load: {
    filter: { id: /\/src\/server\/platform\/files\/worker-file\.ts$/ },
    handler() {
      const worker = this.emitFile({
        type: 'chunk',
        id: 'src/server/platform/files/worker.ts',
        fileName: 'file-worker.mjs',
      })
      return `export const WORKER_FILE = import.meta.ROLLUP_FILE_URL_${worker}`
    },
  },
}

/**
 * Writes the server as few files beside the pages, for `npm start`: finding and reading its 800 files took as long as all
 * the rest of a start.
 */
export const bundleServer = (): AstroIntegration => ({
  name: 'forecourt:bundle-server',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const server = await rolldown({
        input: 'src/server/main.ts',
        platform: 'node',
        external: LEFT_OUT,
        plugins: [valuesOfBuild(), withoutLogThread, fileWorker, notePackages()],
      })
      await server.write({
        dir: fileURLToPath(new URL('..', dir)),
        entryFileNames: 'main.mjs',
        chunkFileNames: 'main/[name].mjs',
      })
      await server.close()
    },
  },
})
