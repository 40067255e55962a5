import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown, type Plugin } from 'rolldown'
import { notePackages } from './note-packages.ts'
import { valuesOfBuild } from './values-of-build.ts'

/** Packages that stay outside the bundle: they read their own files, or are loaded when first used. */
const LEFT_OUT = /^(nodemailer|pdfkit|pg|sharp|stripe)(\/|$)/

/** Leaves out Pino's logging thread, which needs a file of its own; we log from the main thread. */
const withoutLogThread: Plugin = {
  name: 'without-log-thread',
  resolveId: { filter: { id: /^thread-stream$/ }, handler: () => '\0no-log-thread' },
  load: {
    filter: { id: /^\0no-log-thread$/ },
    handler: () =>
      `module.exports = class { constructor() { throw new Error('the built server has no thread to log from') } }`,
  },
}

/** Builds the process that reads files as a file of its own. */
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
 * Bundles the server into a few files for `npm start`: finding and reading its 800 files took half of a start.
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
