import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { brandDir } from './content/brand-dir.ts'
import { catalogue } from './content/catalogue.ts'
import { newsHead } from './content/schema/news.ts'

/** News: a Markdown file each, its name the last part of the page's address (docs/content.md). */
const news = defineCollection({
  loader: glob({ pattern: '*.md', base: pathToFileURL(join(brandDir, 'news')) }),
  schema: newsHead(catalogue),
})

export const collections = { news }
