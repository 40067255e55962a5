import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { bundleServer } from './scripts/bundle-server.ts'
import { carFiles } from './scripts/cars-3d.ts'
import { api } from './scripts/dev-api.ts'
import { pageAdapter } from './scripts/page-adapter.ts'
import { photographFiles } from './scripts/photographs.ts'
import { plainCalls } from './scripts/plain-calls.ts'
import { precompress } from './scripts/precompress.ts'
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

/**
 * React, what the islands of every page are made of, what says whether a dealer is open, what forms share, what calls the
 * server, and what a car is configured with. A group has with it whatever its modules import, unless a group before it
 * has; the rest is divided as it is imported. With React alone a page takes 4 kB and fourteen requests more.
 */
const groups = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  {
    name: 'site',
    test: /src\/layouts\/site-islands\.ts$|page-transitions\.ts$|node_modules\/@astrojs\/react\/|src\/(lib\/shared\/(server-clock|dates)|stores\/site\/site-config)\.ts$/,
    priority: 4,
  },
  {
    name: 'hours',
    test: /src\/(components\/dealers\/open-states|lib\/service\/open-days)\.ts$/,
    priority: 3,
  },
  { name: 'form', test: /src\/ui\/fields\/(TextField|PlateField|use-faults)\.tsx?$/, priority: 2 },
  { name: 'api', test: /src\/stores\/(site\/api|sign-in\/sign-in)\.ts$/, priority: 2 },
  { name: 'ui', test: /src\/ui\/(?!TeReo|OpenRecallNotice)/, minShareCount: 5, priority: 1 },
  {
    name: 'delivery',
    test: /src\/(lib\/catalogue\/delivery|ui\/purchase\/DeliveryLine)\.tsx?$/,
    priority: 1,
  },
  // Small modules that the same pages need together: each file of its own costs a request.
  {
    name: 'staff-rights',
    test: /src\/(lib\/staff\/staff-roles|stores\/session\/rights|stores\/sign-in\/pending-action)\.ts$/,
    priority: 1,
  },
  { name: 'configuration', test: /src\/ui\/configuration\//, minShareCount: 2 },
]

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
    react(),
    sitemap(),
    photographFiles(),
    carFiles(),
    precompress(),
    bundleServer(),
    api(),
  ],
  // Two at a time: drawing pictures waits for another core.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 2 },
  security: {
    // The policy itself is written in src/server/platform/http/security-headers.ts. Astro adds the hashes of what it inlines.
    csp: true,
  },
  vite: {
    plugins: [brandStylesheet, slugs, await typeface(), plainCalls()],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    },
  },
  // News shows no program text, and the highlighter would write styles the policy blocks.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
})
