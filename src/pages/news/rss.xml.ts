import type { APIRoute } from 'astro'
import { getCollection } from 'astro:content'
import { catalogue } from '#content/catalogue.ts'
import { newestFirst } from '#content/newest-first.ts'
import { sitePaths } from '#lib/shared/site-paths.ts'

const { brand, pages } = catalogue
const paths = sitePaths(import.meta.env.BASE_URL)

const escaped = (text: string): string =>
  text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The news for readers of feeds (RSS 2.0), newest first. A day begins at its midnight in UTC. */
export const GET: APIRoute = async ({ site, url }) => {
  const at = (path: string) => new URL(path, site).href
  const articles = newestFirst(await getCollection('news'))
  const items = articles.map(({ id, data: { title, summary, date } }) => {
    const link = at(paths.article(id))
    return `<item><title>${escaped(title)}</title><link>${link}</link><guid>${link}</guid><description>${escaped(summary)}</description><pubDate>${new Date(date).toUTCString()}</pubDate></item>`
  })
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escaped(`${brand.name}: ${pages.news.title}`)}</title><link>${at(paths.news)}</link><description>${escaped(pages.news.lead)}</description><language>en-NZ</language><atom:link href="${at(url.pathname)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
