import { createHash } from 'node:crypto'
import { defineConfig, passthroughImageService } from 'astro/config'
import { stampBuild } from './scripts/build-stamp.ts'
import { bundleServer } from './scripts/bundle-server.ts'
import { carFiles } from './scripts/cars-3d.ts'
import { chunks } from './scripts/chunks.ts'
import { api } from './scripts/dev-api.ts'
import { HEAD_SCRIPT } from './src/layouts/head-script.ts'
import { directScripts } from './scripts/direct-scripts.ts'
import { islands } from './scripts/islands.ts'
import { pageAdapter } from './scripts/page-adapter.ts'
import { photographFiles } from './scripts/photographs.ts'
import { plainCalls } from './scripts/plain-calls.ts'
import { precompress } from './scripts/precompress.ts'
import { preloadMacrons } from './scripts/preload-macrons.ts'
import { preloadScripts } from './scripts/preload-scripts.ts'
import { sitemap } from './scripts/sitemap.ts'
import { typeface } from './scripts/typeface.ts'
import { brandCss } from './src/content/brand-css.ts'
import { catalogue } from './src/content/catalogue.ts'
import { photographCss } from './src/content/model-photographs.ts'
import { otherSlugsOf } from './src/content/other-slugs.ts'
import { photographs } from './src/content/photographs.ts'

const site = new URL(process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`)

/** `import 'virtual:brand.css'`: the colours of the content, as a stylesheet that is bundled and hashed. */
const brandStylesheet = {
  name: 'brand-stylesheet',
  resolveId: (id) => (id === 'virtual:brand.css' ? '\0brand.css' : undefined),
  load: (id) =>
    id === '\0brand.css' ? brandCss(catalogue) + photographCss(catalogue, photographs) : undefined,
}

/** `import { otherSlugs } from './other-slugs.ts'`: those of the content. */
const slugs = {
  name: 'model-slugs',
  load: (id) =>
    id.endsWith('/src/lib/catalogue/other-slugs.ts')
      ? `export const otherSlugs = ${JSON.stringify(otherSlugsOf(catalogue.models))}`
      : undefined,
}

export default defineConfig({
  site: site.origin,
  base: site.pathname,
  trailingSlash: 'ignore',
  adapter: pageAdapter(),
  // Who is signed in is the API's to know.
  session: false,
  // Pictures are drawn by the build (src/pages/art), and none is made smaller while a visitor waits.
  image: { service: passthroughImageService() },
  integrations: [
    islands(),
    sitemap(),
    photographFiles(),
    carFiles(),
    directScripts(),
    preloadMacrons(),
    preloadScripts(),
    precompress(catalogue.brand.name),
    bundleServer(),
    stampBuild(),
    api(),
  ],
  // Two at a time: drawing pictures waits for another core.
  build: { format: 'directory', inlineStylesheets: 'auto', concurrency: 2 },
  security: {
    // The policy itself is written in src/server/platform/http/security-headers.ts. Astro adds the hashes of what it inlines.
    csp: {
      scriptDirective: {
        hashes: [`sha256-${createHash('sha256').update(HEAD_SCRIPT).digest('base64')}`],
      },
    },
  },
  vite: {
    build: {
      // Of styles, a page fetches those of every page, and has its own in it.
      assetsInlineLimit: (file) => (file.endsWith('.css') ? !/\/Site\./.test(file) : undefined),
    },
    plugins: [brandStylesheet, slugs, await typeface(), plainCalls(), chunks],
  },
  // News shows no program text, and the highlighter would write styles the policy blocks.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
})
