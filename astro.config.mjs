import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { api } from './scripts/dev-api.ts'
import { precompress } from './scripts/precompress.ts'
import { brandCss } from './src/content/brand-css.ts'
import { catalogue } from './src/content/catalogue.ts'

const site = new URL(process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`)

/** `import 'virtual:brand.css'`: the colours of the content, as a stylesheet that is bundled and hashed. */
const brandStylesheet = {
  name: 'brand-stylesheet',
  resolveId: (id) => (id === 'virtual:brand.css' ? '\0brand.css' : undefined),
  load: (id) => (id === '\0brand.css' ? brandCss(catalogue) : undefined),
}

export default defineConfig({
  site: site.origin,
  base: site.pathname,
  trailingSlash: 'ignore',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [react(), precompress(), api()],
  build: { format: 'directory', inlineStylesheets: 'never' },
  security: {
    // The policy itself is written in src/server/http/security-headers.ts. Astro adds the hashes of what it inlines.
    csp: true,
  },
  vite: { plugins: [brandStylesheet] },
  devToolbar: { enabled: false },
})
