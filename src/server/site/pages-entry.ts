import { createApp } from 'astro/app/entrypoint'
import type { RenderPage } from './on-demand.ts'

// Bundled by Astro with the pages rendered on demand, as `dist/server/entry.mjs` (scripts/page-adapter.ts).

const app = createApp({ streaming: false })

export const renderPage: RenderPage = async (request) => {
  const routeData = app.match(request)
  // Astro's own routes, such as those for its pictures and islands of the server, are not pages of ours.
  if (routeData?.type !== 'page' || routeData.route.startsWith('/_')) return null
  return app.render(request, {
    routeData,
    // Astro would fetch the error page from this server; our server sends its own afterwards.
    prerenderedErrorPageFetch: async () => new Response(null),
  })
}
