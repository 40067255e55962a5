import type { APIRoute } from 'astro'
import { basePath } from '#lib/shared/site-paths.ts'

/** Personal areas, and addresses that are not pages. */
const EXCLUDED = ['api', 'customer', 'staff', 'purchase', 'quote', 'demo', 'art']

/**
 * The speculation rules of every page: when the pointer rests on a link or is pressed, the page it opens is prefetched, and
 * the page that most visitors open next once this one is at rest.
 * Prefetched pages do not run, so a page that is never opened has no effect.
 */
export const GET: APIRoute = () => {
  const root = basePath(import.meta.env.BASE_URL)
  const rules = {
    prefetch: [
      {
        where: {
          and: [
            { href_matches: `${root}/*` },
            ...EXCLUDED.map((area) => ({ not: { href_matches: `${root}/${area}/*` } })),
          ],
        },
        eagerness: 'moderate',
      },
      // The link that a page at rest adds (src/layouts/next-page.ts).
      { where: { selector_matches: 'a[data-next]' }, eagerness: 'immediate' },
    ],
  }
  return new Response(JSON.stringify(rules), {
    headers: { 'content-type': 'application/speculationrules+json' },
  })
}
