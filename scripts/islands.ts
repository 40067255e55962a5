import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'

const SITE_ISLANDS = fileURLToPath(new URL('../src/layouts/site-islands.ts', import.meta.url))

/** React islands. What starts them comes in the file with the islands of every page, which saves a request. */
export const islands = (): AstroIntegration => {
  const { name, hooks } = react()
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (options) =>
        hooks['astro:config:setup']?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({ ...renderer, clientEntrypoint: SITE_ISLANDS }),
        }),
    },
  }
}
