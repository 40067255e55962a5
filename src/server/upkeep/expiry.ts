import { lockJourney } from '#server/journeys/queries.ts'
import { idleJourneys } from '#server/journeys/retention-queries.ts'
import { deleteAnonymousQuotes, deleteUnusedQuotes } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import { eraseDueAccounts } from '#server/customers/account-deletion.ts'
import { doAll, processInBatches } from '#server/platform/database/batches.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { releaseReservations } from '#server/purchases/reservations.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { inReviewCents } from '#server/purchases/cancel.ts'
import { noCarFoundMail } from '#server/purchases/ended-mails.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long an anonymous quote is kept: as long as the browser keeps the cookie that opens it. */
const ANONYMOUS_QUOTE_DAYS = 90
/** How long a customer's quote is kept that never became a purchase. */
const SAVED_QUOTE_DAYS = 730
/** Longer than any provider repeats a notice. */
const PROVIDER_EVENT_DAYS = 30

/**
 * Ends idle purchases and reservations, erases accounts that are due, and deletes old quotes and provider notices. What
 * fails doesn't keep the rest from being done.
 */
export async function expire(deps: Deps): Promise<void> {
  const { db } = deps
  const daysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS).toISOString()

  await doAll(
    [
      () => endIdlePurchases(deps, daysAgo(deps.settings.journeyIdleDays)),
      () => releaseReservations(deps),
      () => eraseDueAccounts(deps),
      () => deleteAnonymousQuotes(db, daysAgo(ANONYMOUS_QUOTE_DAYS)),
      () => deleteUnusedQuotes(db, daysAgo(SAVED_QUOTE_DAYS)),
      () =>
        db
          .deleteFrom('provider_event')
          .where('received_at', '<', daysAgo(PROVIDER_EVENT_DAYS))
          .execute(),
    ],
    (part) => part(),
  )
}

const endIdlePurchases = (deps: Deps, untouchedSince: string): Promise<void> =>
  processInBatches(
    (most) => idleJourneys(deps.db, untouchedSince, most),
    (id) =>
      transact(deps, async (trx) => {
        const journey = await lockJourney(trx, id)
        if (!journey || journey.last_activity_at >= untouchedSince) return
        const at = deps.now().toISOString()
        const isEnded = await transitionJourney(trx, journey, 'idle-limit-reached', {
          actor: 'system',
          at,
        })
        // One that was only started is given up without an email.
        if (isEnded && journey.confirmed_at !== null)
          await enqueueMail(
            deps,
            trx,
            noCarFoundMail(deps, {
              ...(await findPurchaseMail(deps, trx, journey)),
              inReviewCents: await inReviewCents(trx, id),
            }),
          )
      }),
  )
