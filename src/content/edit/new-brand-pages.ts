import type { z } from '#lib/shared/zod.ts'
import type { ContentFiles } from '../read-files.ts'
import type { LegalPage } from '../schema/page.ts'

type Page = Record<string, unknown>

/**
 * The texts of a new brand's pages: the sample's where they name no car, else neutral ones.
 *
 * @param slug The one model, which the pictures show.
 */
export function newBrandPages(sample: ContentFiles, slug: string) {
  const picture = { modelSlug: slug, colourCode: 'RED' }
  const page = (name: string) => sample[`pages/${name}.json` as keyof ContentFiles] as Page
  const { scene: _, ...home } = page('home')
  const build = page('build-and-quote')
  return {
    'pages/home.json': {
      ...home,
      title: '{name} New Zealand',
      hero: {
        ...picture,
        backdrop: 'coast',
        kicker: 'New: Model One',
        heading: 'Cars for New Zealand roads.',
        text: 'The full price before you start.',
        action: 'Build your Model One',
      },
      range: { heading: '{Cars}, one full price', text: '{Fuels}. Every price includes GST.' },
      offers: { ...(home.offers as Page), heading: 'Offers today' },
      owners: {
        ...(home.owners as Page),
        ...picture,
        backdrop: 'alpine',
        heading: 'Already driving one of our cars?',
      },
      dealers: {
        heading: '{Dealers} in New Zealand',
        text: 'Test drives, hand-over and service from people who know the cars.',
      },
    },
    'pages/about.json': {
      title: 'About {name}',
      heading: 'Who we are',
      lead: '{name} sells {cars} in New Zealand, at the same full price here and at every dealer.',
      hero: { ...picture, backdrop: 'alpine' },
      sections: [
        {
          heading: 'Our cars',
          paragraphs: ['Say here what makes your cars different.'],
          picture,
        },
      ],
      promisesHeading: 'Our promises',
      promises: [
        {
          heading: 'The whole price, first',
          text: 'On-road costs and GST are in every price we show.',
        },
      ],
    },
    'pages/dealers.json': {
      ...page('dealers'),
      lead: 'Test drives, hand-over, service and parts.',
    },
    'pages/service.json': { ...page('service'), hero: picture },
    'pages/ways-to-pay.json': {
      ...page('ways-to-pay'),
      example: { ...(page('ways-to-pay').example as Page), modelSlug: slug },
    },
    'pages/build-and-quote.json': {
      ...build,
      disclaimers: {
        ...(build.disclaimers as Page),
        energy: 'Energy, CO₂ and range figures are 3P-WLTP.',
      },
    },
    ...Object.fromEntries(
      ['terms', 'privacy', 'accessibility'].map((name) => [
        `pages/${name}.json`,
        draft(page(name) as z.input<typeof LegalPage>),
      ]),
    ),
  }
}

/** Marks a text that a brand has to make its own. */
const draft = (text: z.input<typeof LegalPage>) => ({
  ...text,
  sections: [
    {
      heading: 'This text is a draft',
      paragraphs: ['{legalName} has not approved this text yet.'],
    },
    ...text.sections,
  ],
})
