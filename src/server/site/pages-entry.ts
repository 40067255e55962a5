import { createApp } from 'astro/app/entrypoint'
import type { RenderPage } from './on-demand.ts'

// Bundled by Astro with the pages that it leaves to be rendered, as `dist/server/entry.mjs` (scripts/page-adapter.ts).

const app = createApp({ streaming: false })

export const renderPage: RenderPage = async (request) => {
  const routeData = app.match(request)
  // Astro's own routes, as the one for its pictures, are nobody's pages.
  if (routeData?.type !== 'page') return null
  return app.render(request, {
    routeData,
    // Astro would fetch it from this server's address: the page of an error is put in its place afterwards.
    prerenderedErrorPageFetch: async () => new Response(null),
  })
}
