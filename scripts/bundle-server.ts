import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import { checkedContent } from './checked-content.ts'
import { notePackages } from './note-packages.ts'

/** Packages that read files of their own, or are loaded only when they are needed. */
const LEFT_OUT = /^(nodemailer|pdfkit|pg|stripe)(\/|$)/

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
        plugins: [checkedContent(), notePackages()],
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
