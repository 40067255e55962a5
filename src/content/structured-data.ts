import { WEEK } from '#lib/service/opening-hours.ts'
import { driveAwayFromCents } from '#lib/catalogue/showroom.ts'
import type { Brand } from './schema/brand.ts'
import type { Dealer } from './schema/dealer.ts'
import type { CatalogueModel } from './schema/model.ts'
import type { OnRoadCosts } from './schema/price.ts'

/**
 * The JSON-LD of pages for search engines (schema.org). Prices are in dollars, as that vocabulary requires; a car's price
 * is the one on its page: drive-away, with GST and on-road costs.
 */

type Data = Record<string, unknown>

const CONTEXT = { '@context': 'https://schema.org' }

const dollars = (cents: number): string => (cents / 100).toFixed(2)

const postalAddress = ({ line1, line2, suburb, city, postcode }: Brand['address']): Data => ({
  '@type': 'PostalAddress',
  streetAddress: [line1, line2, suburb].filter(Boolean).join(', '),
  addressLocality: city,
  postalCode: postcode,
  addressCountry: 'NZ',
})

/** The company that runs the site. */
export const organisation = (brand: Brand, home: string, logo: string): Data => ({
  ...CONTEXT,
  '@type': 'Organization',
  name: brand.name,
  legalName: brand.legalName,
  slogan: brand.strapline,
  url: home,
  logo,
  email: brand.email,
  telephone: brand.phone,
  address: postalAddress(brand.address),
})

/** The breadcrumbs of a page, home first and the page itself last. */
export const breadcrumbs = (steps: { name: string; url: string }[]): Data => ({
  ...CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
})

const AVAILABILITY: Record<string, string> = {
  'In stock': 'https://schema.org/InStock',
  'On order': 'https://schema.org/PreOrder',
  Unavailable: 'https://schema.org/OutOfStock',
}

/** A model with an offer for each of its grades. */
export const car = (
  model: CatalogueModel,
  {
    brand,
    onRoadCosts,
    url,
    image,
  }: { brand: Brand; onRoadCosts: OnRoadCosts; url: string; image: string },
): Data => ({
  ...CONTEXT,
  '@type': 'Car',
  name: `${brand.name} ${model.name}`,
  description: model.description,
  brand: { '@type': 'Brand', name: brand.name },
  model: model.name,
  bodyType: model.bodyType,
  itemCondition: 'https://schema.org/NewCondition',
  image,
  url,
  offers: model.variants.map((variant) => ({
    '@type': 'Offer',
    name: variant.name,
    price: dollars(driveAwayFromCents(variant, onRoadCosts)),
    priceCurrency: 'NZD',
    availability: AVAILABILITY[variant.stockLevel],
    url,
    seller: { '@type': 'Organization', name: brand.legalName },
  })),
})

/** A dealer with its address and opening hours. */
export const autoDealer = (dealer: Dealer, url: string, image: string): Data => ({
  ...CONTEXT,
  '@type': 'AutoDealer',
  name: dealer.name,
  url,
  image,
  telephone: dealer.phone,
  email: dealer.email,
  address: { ...postalAddress(dealer.address), addressRegion: dealer.region },
  geo: { '@type': 'GeoCoordinates', latitude: dealer.latitude, longitude: dealer.longitude },
  openingHoursSpecification: WEEK.flatMap(([weekday, dayOfWeek]) => {
    const [opens, closes] = dealer.hours[weekday]?.split('-') ?? []
    return opens ? [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }] : []
  }),
})

/** The questions of a page with their answers. */
export const faqPage = (questions: { question: string; answer: string }[]): Data => ({
  ...CONTEXT,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** An article of the news. */
export const newsArticle = (
  brand: Brand,
  { headline, description, day, url, image }: Record<string, string>,
): Data => ({
  ...CONTEXT,
  '@type': 'NewsArticle',
  headline,
  description,
  datePublished: day,
  url,
  image,
  publisher: { '@type': 'Organization', name: brand.legalName },
})
