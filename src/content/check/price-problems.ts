import { formatMoney } from '#lib/shared/money.ts'
import type { Problem } from '../content-error.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** No new car costs less: an amount below it was written in dollars. */
const LEAST_CAR_CENTS = 500_000

/** Prices of grades that are in dollars, and prices that don't add up. */
export function priceProblems(models: Catalogue['models']): Problem[] {
  return models.flatMap(({ slug, variants }) =>
    variants.flatMap(({ priceCents, priceExGstCents, options }, v) => {
      const problem = (path: string, reason: string): Problem => ({
        file: `models/${slug}.json`,
        path: `variants[${v}].${path}`,
        reason,
      })
      if (priceCents < LEAST_CAR_CENTS)
        return [
          problem(
            'priceCents',
            `${priceCents} is ${formatMoney(priceCents)}: amounts are in cents, so ${priceCents * 100} is ${formatMoney(priceCents * 100)}`,
          ),
        ]
      const exGst = Math.round((priceCents * 20) / 23)
      const sums = [
        { path: 'priceExGstCents', is: priceExGstCents, should: exGst },
        ...options.map(({ totalPriceCents, priceDeltaCents }, o) => ({
          path: `options[${o}].totalPriceCents`,
          is: totalPriceCents,
          should: priceCents + priceDeltaCents,
        })),
      ]
      return sums
        .filter(({ is, should }) => is !== should)
        .map(({ path, is, should }) => problem(path, `${is} should be ${should}`))
    }),
  )
}
