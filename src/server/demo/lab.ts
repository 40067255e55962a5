import type { tryInLab as call } from '#lib/demo/calls.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import type { Experiment } from '#lib/demo/lab.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import {
  findNewestHold,
  findNewestSession,
  findOpenQuoteId,
  findOpenReference,
} from './lab-queries.ts'
import { findQuote, updateQuotePrice } from '#server/quotes/queries.ts'
import { revokeSession } from '#server/sign-in/session-queries.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem, conflict, notFound } from '#server/platform/http/api-problem.ts'
import type { Lab } from '#server/lab-state.ts'
import { handleStripeWebhook } from '#server/payments/callbacks.ts'
import { priceColumns } from '#server/quotes/quote-pricing.ts'
import { bookAway } from '#server/service/holds.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

/** How much lower the earlier price of a car is. */
const PRICE_STEP_CENTS = 50_000

/**
 * Makes something go wrong on purpose, for the person who was active last.
 *
 * @throws {ApiProblem} 404 outside a demonstration, 409 if there is nothing to break.
 */
export async function tryInLab(
  deps: Deps,
  { experiment }: z.output<typeof call.body>,
): Promise<z.output<typeof call.answer>> {
  if (!deps.lab) throw notFound()
  const observed = await EXPERIMENTS[experiment](deps, deps.lab)
  return { observed, now: deps.now().toISOString() }
}

const next = (notice: string, said: string) => (_: Deps, lab: Lab) => {
  lab.nextNotice = notice
  return said
}
const clock = (moveMs: number | null) => (deps: Deps, lab: Lab) => {
  lab.aheadMs = moveMs === null ? 0 : lab.aheadMs + moveMs
  return `This demo’s clock says ${formatInstant(deps.now().toISOString())}.`
}

const EXPERIMENTS: Record<Experiment, (deps: Deps, lab: Lab) => string | Promise<string>> = {
  'lose-notice': next('never', 'The next notice of a payment will not be sent.'),
  'double-notice': next('twice', 'The next notice of a payment will be sent twice.'),
  'delay-notice': next('late', 'The next notice of a payment will be sent a minute late.'),
  'forge-notice': forgeNotice,
  decline(_, lab) {
    lab.declinesNext = true
    return 'The next card payment will be declined once, whichever button is pressed.'
  },
  async 'time-out'(_, { closers }) {
    let closed = 0
    for (const close of closers) closed += await close()
    if (closed === 0) throw conflict('No payment page is open. Start a payment first.')
    return `${closed === 1 ? 'One payment page has' : `${closed} payment pages have`} closed.`
  },
  'change-price': changePrice,
  'steal-slot': stealSlot,
  'end-session': endSession,
  'clock-hour': clock(HOUR_MS),
  'clock-day': clock(DAY_MS),
  'clock-fortnight': clock(15 * DAY_MS),
  'clock-back': clock(null),
}

/** Sends a forged notice of a payment, signed without the provider's secret. */
async function forgeNotice(deps: Deps): Promise<string> {
  const reference =
    (await findOpenReference(deps.db, deps.now().toISOString())) ?? 'cs_test_made_up'
  const event = {
    id: 'evt_forged',
    type: 'checkout.session.completed',
    data: { object: { id: reference, payment_status: 'paid' } },
  }
  const atS = Math.floor(deps.now().getTime() / 1000)
  try {
    await handleStripeWebhook(
      deps,
      Buffer.from(JSON.stringify(event)),
      `t=${atS},v1=${'0'.repeat(64)}`,
    )
  } catch (error) {
    if (error instanceof ApiProblem)
      return `We sent a notice that says “paid” with a false signature. It was refused with ${error.status}. No payment has changed.`
    throw error
  }
  return 'A notice with a false signature was accepted. That must not happen.'
}

/** Makes the quote of a purchase an expired one with a lower price, so that today's price differs. */
async function changePrice(deps: Deps): Promise<string> {
  const quoteId = await findOpenQuoteId(deps.db, deps.now().toISOString())
  const found = quoteId && (await findQuote(deps.db, quoteId))
  if (!found) throw conflict('There’s no purchase to confirm. Start one first.')
  const { quote } = found
  const { kdcd } = quote.request
  const thenMs = deps.now().getTime() - (deps.settings.quoteDays + 1) * DAY_MS
  const models = deps.catalogue.models.map((model) => ({
    ...model,
    variants: model.variants.map((variant) => ({
      ...variant,
      options: variant.options.map((option) =>
        option.kdcd === kdcd
          ? { ...option, totalPriceCents: option.totalPriceCents - PRICE_STEP_CENTS }
          : option,
      ),
    })),
  }))
  const before = { ...deps, catalogue: { ...deps.catalogue, models }, now: () => new Date(thenMs) }
  const changed = await updateQuotePrice(deps.db, quote, priceColumns(before, quote.request))
  if (!changed) throw conflict('The purchase has just changed. Please try again.')
  return `The quote for the newest purchase, a ${quote.vehicle.variantName}, is now dated ${formatInstant(changed.created)}, at ${formatMoney(changed.totals.driveAwayCents)}. It has expired, and the price has gone up since.`
}

/** Books the time that a person is about to book. */
async function stealSlot(deps: Deps): Promise<string> {
  const hold = await findNewestHold(deps.db, deps.now().toISOString())
  if (!hold) throw conflict('No service time is held. Choose one under Book a service first.')
  await bookAway(deps, hold)
  return `Someone else has taken ${formatInstant(hold.starts_at)}.`
}

async function endSession(deps: Deps): Promise<string> {
  const now = deps.now().toISOString()
  const session = await findNewestSession(deps.db, now)
  if (!session) throw conflict('No one is signed in. Sign in first.')
  await revokeSession(deps.db, session.session_id, 'elsewhere', now)
  return `The newest session${session.device ? ` (${session.device})` : ''} has ended.`
}
