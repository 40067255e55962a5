import { BACKDROPS } from '#lib/art/backdrops.ts'
import { PayOption } from '#lib/codes.ts'
import { z } from '#lib/shared/zod.ts'
import { cents, code, count, day, list, slug, text } from './values.ts'

/** Texts and offers of the pages about the brand. Placeholders in braces are filled in (`load.ts`). */

const picture = z.strictObject({ modelSlug: slug, colourCode: code })
const section = z.strictObject({ heading: text, text })
const question = z.strictObject({ question: text, answer: text })

/** The car and finance of an example. Fields left out have the defaults of a new quote. */
const example = z.strictObject({
  kdcd: code,
  colourCode: code,
  payOption: PayOption,
  finance: z.optional(
    z.strictObject({
      depositCents: cents,
      termMonths: count,
      frequency: z.enum(['Weekly', 'Fortnightly', 'Monthly']),
      annualKm: z.optional(count),
    }),
  ),
})

export const Offer = z.strictObject({
  /** Part of the page's address. */
  slug,
  heading: text,
  summary: text,
  /** The models it is for; empty for every model. */
  modelSlugs: z.array(slug),
  picture,
  /** First and last day a purchase is confirmed with it, in New Zealand. */
  from: day,
  until: day,
  /** Accessories that come with the car at no charge. */
  accessoryCodes: z.array(code),
  /** The discount on some grades while it runs. */
  discount: z.optional(z.strictObject({ cents, variantCodes: list(code) })),
  points: list(text),
  example: z.nullable(example),
  terms: list(text),
})
export type Offer = z.infer<typeof Offer>

export const OffersPage = z.strictObject({
  title: text,
  lead: text,
  /** Shown when no offer runs. */
  empty: text,
  howHeading: text,
  how: list(section),
  /** Terms that hold for every offer, after its own. */
  terms: list(text),
})
export type OffersPage = z.infer<typeof OffersPage>

export const WaysToPayPage = z.strictObject({
  title: text,
  lead: text,
  example: z.strictObject({ modelSlug: slug, text }),
  ways: list(
    z.strictObject({
      /** The anchor on the page. */
      id: slug,
      heading: text,
      text,
      points: list(text),
      payOptions: list(PayOption),
    }),
  ),
  fees: section,
  lenderHeading: text,
  lender: list(text),
  questionsHeading: text,
  questions: list(question),
})
export type WaysToPayPage = z.infer<typeof WaysToPayPage>

export const AboutPage = z.strictObject({
  title: text,
  heading: text,
  lead: text,
  hero: z.strictObject({
    modelSlug: slug,
    colourCode: code,
    backdrop: z.enum(BACKDROPS),
  }),
  sections: list(z.strictObject({ heading: text, paragraphs: list(text), picture })),
  promisesHeading: text,
  promises: list(section),
})
export type AboutPage = z.infer<typeof AboutPage>

export const ContactPage = z.strictObject({
  title: text,
  lead: text,
  /** The reasons to get in touch, each with the page that helps best. */
  reasonsHeading: text,
  reasons: list(
    z.strictObject({
      heading: text,
      text,
      link: z.strictObject({
        text,
        to: z.enum(['service', 'recalls', 'agreements', 'buildAndQuote', 'accessibility', 'terms']),
      }),
    }),
  ),
})
export type ContactPage = z.infer<typeof ContactPage>

export const NewsPage = z.strictObject({
  title: text,
  lead: text,
  /** Shown when there is no news. */
  empty: text,
})
export type NewsPage = z.infer<typeof NewsPage>
