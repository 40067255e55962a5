import { CONDITION_QUESTIONS } from '#lib/trade-in/trade-condition.ts'
import type { FirmOfferRules } from '#lib/trade-in/firm-offer.ts'
import { z } from '#lib/shared/zod.ts'
import { cents, count, list, percent, text } from './values.ts'

const known: FirmOfferRules['conditions'] = Object.fromEntries(
  CONDITION_QUESTIONS.map(({ label, answers }) => [label, answers]),
)

/** Which trade-ins get a firm offer at once. */
export const TradeInRules = z.strictObject({
  validDays: count.check(z.gte(1), z.lte(30)),
  leastGuideCents: cents,
  roundedToCents: cents.check(z.gte(1)),
  conditions: z.record(text, list(text)).check((context) => {
    for (const label of Object.keys(known))
      if (!context.value[label])
        context.issues.push({
          code: 'custom',
          path: [label],
          message: `is missing: list the answers a car may have, of ${known[label]!.join(', ')}`,
          input: context.value,
        })
    for (const [label, answers] of Object.entries(context.value)) {
      const wrong = answers.find((answer) => !known[label]?.includes(answer))
      if (wrong === undefined) continue
      const wanted = known[label] ? `must be of ${known[label].join(', ')}` : 'is not a question'
      context.issues.push({ code: 'custom', path: [label], message: wanted, input: wrong })
    }
  }),
  /** Left empty, a person appraises every car. */
  classes: z.array(
    z.strictObject({
      makes: z.union([z.literal('own'), list(text)]),
      maxAgeYears: count,
      maxKm: count,
      offerPct: percent,
    }),
  ),
})
