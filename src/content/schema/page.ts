import { BACKDROPS } from '#lib/art/backdrops.ts'
import { STORY_VIEWS } from '#lib/art/story/views.ts'
import { z } from '#lib/shared/zod.ts'
import { code, day, list, slug, text } from './values.ts'

export const BuildAndQuotePage = z.strictObject({
  heading: text,
  intro: text,
  steps: list(
    z.strictObject({
      key: z.enum(['model', 'variant', 'colour', 'accessories', 'pay']),
      title: text,
    }),
  ),
  disclaimers: z.strictObject({
    price: text,
    finance: text,
    energy: text,
    lease: text,
    reservation: text,
  }),
})
export type BuildAndQuotePage = z.infer<typeof BuildAndQuotePage>

export const HomePage = z.strictObject({
  title: text,
  hero: z.strictObject({
    modelSlug: slug,
    colourCode: code,
    backdrop: z.enum(BACKDROPS),
    kicker: text,
    heading: text,
    text,
    action: text,
  }),
  range: z.strictObject({ heading: text, text }),
  /** A scene of a model's story, with a link to the model. */
  scene: z.optional(z.strictObject({ modelSlug: slug, view: z.enum(STORY_VIEWS), action: text })),
  waysToPay: z.strictObject({
    heading: text,
    text,
    action: text,
    ways: list(z.strictObject({ payOption: code, heading: text, text })),
  }),
  owners: z.strictObject({
    modelSlug: slug,
    colourCode: code,
    backdrop: z.enum(BACKDROPS),
    heading: text,
    text,
    serviceAction: text,
    action: text,
    recalls: text,
  }),
  offers: z.strictObject({ heading: text, text }),
  dealers: z.strictObject({ heading: text, text }),
})
export type HomePage = z.infer<typeof HomePage>

export const ServicePage = z.strictObject({
  title: text,
  hero: z.strictObject({ modelSlug: slug, colourCode: code }),
  lead: text,
  kinds: z.strictObject({ heading: text, text }),
  good: z.strictObject({
    heading: text,
    points: list(z.strictObject({ heading: text, text })),
  }),
})
export type ServicePage = z.infer<typeof ServicePage>

export const RecallsPage = z.strictObject({
  title: text,
  heading: text,
  text,
  whereHeading: text,
  where: list(text),
  othersHeading: text,
  others: text,
  othersLinks: list(
    z.strictObject({ text, href: z.string().check(z.regex(/^https:\/\//, 'must be https')) }),
  ),
})
export type RecallsPage = z.infer<typeof RecallsPage>

export const DealersPage = z.strictObject({
  title: text,
  heading: text,
  lead: text,
  /** For search engines. */
  description: text,
  about: text,
})
export type DealersPage = z.infer<typeof DealersPage>

export const TestDrivePage = z.strictObject({
  title: text,
  heading: text,
  lead: text,
  /** For search engines. */
  description: text,
  nextHeading: text,
  next: list(text),
})
export type TestDrivePage = z.infer<typeof TestDrivePage>

export const LegalPage = z.strictObject({
  title: text,
  /** Changes with every change of the text: an acceptance names the version that was accepted. */
  version: day,
  intro: text,
  sections: list(
    z.strictObject({
      heading: text,
      points: z.optional(list(text)),
      paragraphs: z.optional(list(text)),
    }),
  ),
})
export type LegalPage = z.infer<typeof LegalPage>
