import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { readySentence } from '#lib/catalogue/delivery.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'
import { capitalised } from '#lib/shared/words.ts'
import type { Deps } from '#server/deps.ts'
import {
  greeting,
  money,
  writeMail,
  type Block,
  type Mail,
  type Recipient,
} from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carBlocks, carName, financeAtAGlance, priceBlocks } from './quote-blocks.ts'

/**
 * Mails a quote with its price to its owner.
 *
 * @param message The owner's own note, where there is one.
 * @param code Opens the same figures on any device, without signing in.
 */
export const quoteMail = (
  deps: Deps,
  {
    quote,
    code,
    message,
    ...recipient
  }: Recipient & { quote: Quote; code: string; message?: string },
): Mail =>
  writeMail(deps, {
    kind: 'quote',
    to: recipient.to,
    subject: `Your ${deps.catalogue.brand.name} quote: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: 'Here’s the quote you asked for. A PDF is attached.' },
      ...(message?.trim() ? [{ text: `Your note: ${message.trim()}` }] : []),
      ...carBlocks(deps, quote),
      ...priceBlocks(quote),
      {
        text: `We’ll hold this price until ${formatDay(aucklandDay(quote.expires))}.`,
      },
      ...(quote.delivery === undefined ? [] : [{ text: readySentence(quote.delivery) }]),
      openQuote(deps, quote, code),
      ...financeAtAGlance(deps, quote),
      {
        text: `Quote code: ${code}. Anyone with this code can see these figures at ${mailPaths(deps).sharedQuote(code)}, but not your personal details.`,
        isNote: true,
      },
    ],
  })

/** Opens the quote on any device, by its code when signed out. A quote without an owner opens by its code only. */
const openQuote = (deps: Deps, { quoteId, customerId }: Quote, code: string): Block => ({
  action: 'Open your quote',
  url:
    customerId === null ? mailPaths(deps).sharedQuote(code) : mailPaths(deps).quote(quoteId, code),
})

type ServicePlan = Deps['catalogue']['servicePlans'][number]

/**
 * Mails a care plan for the car of a quote.
 *
 * @param priceCents Of the plan for the car of the quote.
 * @param code Opens the quote, as in {@link quoteMail}.
 */
export const carePlanMail = (
  deps: Deps,
  {
    quote,
    code,
    plan,
    priceCents,
    ...recipient
  }: Recipient & { quote: Quote; code: string; plan: ServicePlan; priceCents: number },
): Mail =>
  writeMail(deps, {
    kind: 'care-plan',
    to: recipient.to,
    subject: `${plan.name} for your ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: `Here’s the care plan you asked about for your ${carName(quote)}.` },
      { heading: plan.name },
      {
        rows: [
          ['Price, including GST', money(priceCents)],
          ['Lasts', `${plan.months} months or ${formatNumber(plan.km)} km`],
          ['Covers', capitalised(inWords(plan.covers))],
        ],
      },
      ...(plan.fairTradingActExtendedWarranty
        ? [
            {
              text: 'This is an extended warranty. The Consumer Guarantees Act gives you rights without it. You can cancel the warranty within five working days of buying it.',
            },
          ]
        : []),
      openQuote(deps, quote, code),
    ],
  })
