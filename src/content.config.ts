import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
import { brandDir } from './content/brand-dir.ts'
import { catalogue } from './content/catalogue.ts'

/** News: a Markdown file each, its name the last part of the page's address (docs/content.md). */
const news = defineCollection({
  loader: glob({ pattern: '*.md', base: pathToFileURL(join(brandDir, 'news')) }),
  schema: z.strictObject({
    title: z.string().min(1),
    summary: z.string().min(1).max(200),
    /** `yyyy-mm-dd`, in quotes. */
    date: z.iso.date(),
    picture: z
      .strictObject({ modelSlug: z.string(), colourCode: z.string() })
      .refine(
        ({ modelSlug, colourCode }) =>
          catalogue.models.some(
            ({ slug, variants }) =>
              slug === modelSlug &&
              variants.some(({ colourCodes }) => colourCodes.includes(colourCode)),
          ),
        'must be a model in a colour it is sold in',
      ),
  }),
})

export const collections = { news }
