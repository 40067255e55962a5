import type { AskedConfiguration } from '#lib/catalogue/configuration.ts'
import type { FinanceInputs } from '#lib/quotes/shapes.ts'
import { PAYMENTS_PER_YEAR } from '#lib/finance/finance.ts'
import { isPayOption } from '#lib/payments/pay-options.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import type { QuoteLink } from '#stores/quote/quote-calls.ts'

type ShownModel = PricingCatalogue['models'][number] & {
  slug: string
  signatureColourCode?: string
}

/** A builder's address holds the whole configuration, so that it can be kept, shared and opened again. */

/** The request in an address. */
export type BuilderAddress =
  | ({ kind: 'quote' } & QuoteLink)
  | { kind: 'configuration'; asked: AskedConfiguration }
  /** No request: the builder opens as it is. */
  | { kind: 'nothing' }

/**
 * Reads an address. Codes are not validated here: `fitConfiguration` does that.
 *
 * `?model=` preselects a model by its slug or code, and counts only without a `kdcd`.
 */
export function readAddress(
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  models: readonly ShownModel[],
): BuilderAddress {
  const query = new URLSearchParams(search)
  const text = (name: string) => query.get(name)?.trim().slice(0, 64) || undefined

  const quoteId = text('quoteId')
  if (quoteId) return { kind: 'quote', quoteId, code: hash.slice(1, 65) || null }
  const wanted = text('kdcd') ? undefined : text('model')
  const model = models.find(({ slug, code }) => slug === wanted || code === wanted)
  const first = model?.variants[0]?.options[0]
  const kdcd = text('kdcd') ?? first?.kdcd ?? wanted
  if (!kdcd && !query.has('pay') && !query.has('colour')) return { kind: 'nothing' }

  const pay = text('pay') ?? 'CASH'
  const every = text('every')
  const finance: Partial<FinanceInputs> = {
    depositCents: wholeNumber(query.get('deposit')),
    termMonths: wholeNumber(query.get('term')),
    frequency: isFrequency(every) ? every : undefined,
    annualKm: wholeNumber(query.get('km')),
  }
  return {
    kind: 'configuration',
    asked: {
      kdcd: kdcd ?? '',
      colourCode: text('colour') ?? first?.colourCodes.find(isOwnColour(model)),
      interiorCode: text('interior'),
      accessoryCodes: query.get('accessories')?.split(',', 40).filter(Boolean),
      servicePlanCode: text('plan') ?? null,
      payOption: isPayOption(pay) ? pay : 'CASH',
      finance,
    },
  }
}

/** The colour that a model has in pictures of the range. */
const isOwnColour = (model: ShownModel | undefined) => (code: string) =>
  code === model?.signatureColourCode

const wholeNumber = (text: string | null) =>
  text && /^\d{1,10}$/.test(text) ? Number(text) : undefined

const isFrequency = (text: string | undefined): text is FinanceInputs['frequency'] =>
  text !== undefined && Object.hasOwn(PAYMENTS_PER_YEAR, text)
