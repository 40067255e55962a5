import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

const site = new URL(process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`)

export default defineConfig({
  site: site.origin,
  base: site.pathname,
  trailingSlash: 'ignore',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [react()],
  build: { format: 'directory', inlineStylesheets: 'never' },
  security: {
    // The policy itself is written in src/server/http/security-headers.ts. Astro adds the hashes of what it inlines.
    csp: true,
  },
  devToolbar: { enabled: false },
})
