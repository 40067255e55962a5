import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { bundleServer } from './scripts/bundle-server.ts'
import { api } from './scripts/dev-api.ts'
import { islandParts } from './scripts/island-parts.ts'
import { pageAdapter } from './scripts/page-adapter.ts'
import { plainCalls } from './scripts/plain-calls.ts'
import { precompress } from './scripts/precompress.ts'
import { sitemap } from './scripts/sitemap.ts'
import { brandCss } from './src/content/brand-css.ts'
import { catalogue } from './src/content/catalogue.ts'

const site = new URL(process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`)

/** `import 'virtual:brand.css'`: the colours of the content, as a stylesheet that is bundled and hashed. */
const brandStylesheet = {
  name: 'brand-stylesheet',
  resolveId: (id) => (id === 'virtual:brand.css' ? '\0brand.css' : undefined),
  load: (id) => (id === '\0brand.css' ? brandCss(catalogue) : undefined),
}

/**
 * What every page needs comes in three files, and what most forms need in a fourth: each file costs a request's headers
 * and is compressed on its own. The first of them is all that a page's own script needs, without React. The rest is
 * divided as it is imported.
 */
const groups = [
  {
    name: 'parts',
    test: /preload-helper|src\/lib\/(api\/part|constants|domain\/dates)\.ts$/,
    priority: 4,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  {
    name: 'shell',
    test: /node_modules\/(nanostores|@nanostores|react-hot-toast|@astrojs\/react)\/|src\/islands\/(menu\/(UserMenu|ActingNotice|Avatar)|toasts\/Toasts|chat\/Chat)\.tsx$|src\/stores\/(session|session-shape|storage|stored-checks|use-island-store|site|sign-in-prompt|analytics)\.ts$|src\/ui\/(Loading|use-is-hydrated|LatePart|use-answer|Button|Notice)\.|src\/lib\/api\/failure\.ts$/,
    priority: 2,
  },
  // Only what checks or reads an answer by the contract needs it, and no page as it opens.
  { name: 'contract', test: /node_modules\/zod\/|src\/lib\/(zod|check)\.ts$/, priority: 2 },
  // All calls without their shapes (scripts/plain-calls.ts) are smaller than the requests for some of them.
  { name: 'calls', test: /src\/lib\/contract\/[\w-]+\.ts$/, priority: 2 },
  {
    name: 'hours',
    test: /src\/lib\/domain\/(opening-hours|service-holidays|weekdays)\.ts$|src\/components\/dealers\/open-states\.ts$/,
    priority: 1,
  },
  { name: 'time', test: /src\/ui\/use-(clock-ahead|today|minute)\.ts$/, priority: 1 },
  {
    name: 'form',
    test: /src\/ui\/\w+\.tsx?$|src\/lib\/domain\/(money|pay-options)\.ts$/,
    priority: 1,
    minShareCount: 4,
  },
]

/** When islands wake: see the files. */
const waking = {
  name: 'waking',
  hooks: {
    'astro:config:setup': ({ addClientDirective, injectScript }) => {
      addClientDirective({ name: 'touch', entrypoint: './src/layouts/touch-directive.ts' })
      injectScript('before-hydration', `import '/src/layouts/first-paint.ts'`)
    },
  },
}

export default defineConfig({
  site: site.origin,
  base: site.pathname,
  trailingSlash: 'ignore',
  adapter: pageAdapter(),
  // Who is signed in is the API's to know.
  session: false,
  // Pictures are drawn by the build (src/pages/art), and none is made smaller while somebody waits.
  image: { service: passthroughImageService() },
  integrations: [react(), waking, islandParts(), sitemap(), precompress(), bundleServer(), api()],
  build: { format: 'directory', inlineStylesheets: 'never' },
  security: {
    // The policy itself is written in src/server/http/security-headers.ts. Astro adds the hashes of what it inlines.
    csp: true,
  },
  vite: {
    plugins: [brandStylesheet, plainCalls()],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    },
  },
  // News shows no program text, and the highlighter would write styles the policy blocks.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
})
