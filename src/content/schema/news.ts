import { z } from 'astro/zod'
import type { Catalogue } from './catalogue.ts'

/** The head of an article. */
export const newsHead = ({ models }: Pick<Catalogue, 'models'>) =>
  z.strictObject({
    title: z.string().min(1),
    summary: z.string().min(1).max(200),
    /** `yyyy-mm-dd`, in quotes. */
    date: z.iso.date(),
    picture: z
      .strictObject({ modelSlug: z.string(), colourCode: z.string() })
      .refine(
        ({ modelSlug, colourCode }) =>
          models.some(
            ({ slug, variants }) =>
              slug === modelSlug &&
              variants.some(({ colourCodes }) => colourCodes.includes(colourCode)),
          ),
        'must be a model in a colour it is sold in',
      ),
  })
