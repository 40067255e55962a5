import { idleJourneys, lockJourney } from '#server/journeys/queries.ts'
import { deleteAnonymousQuotes, deleteUnusedQuotes } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import { eraseDueAccounts } from '#server/customers/account-deletion.ts'
import { processInBatches } from '#server/platform/database/batches.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { releaseReservations } from '#server/purchases/reservations.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long an anonymous quote is kept: as long as the browser keeps the cookie that opens it. */
const ANONYMOUS_QUOTE_DAYS = 90
/** How long a customer's quote is kept that never became a purchase. */
const SAVED_QUOTE_DAYS = 730
/** Longer than any provider repeats a notice. */
const PROVIDER_EVENT_DAYS = 30

/** Ends idle purchases and reservations, erases accounts that are due, and deletes old quotes and provider notices. */
export async function expire(deps: Deps): Promise<void> {
  const { db, settings } = deps
  const nowMs = deps.now().getTime()
  const at = new Date(nowMs).toISOString()
  const daysAgo = (days: number) => new Date(nowMs - days * DAY_MS).toISOString()

  const untouchedSince = daysAgo(settings.journeyIdleDays)
  await processInBatches(
    (most) => idleJourneys(db, untouchedSince, most),
    (id) =>
      db.transaction().execute(async (trx) => {
        const journey = await lockJourney(trx, id)
        if (journey && journey.last_activity_at < untouchedSince)
          await transitionJourney(trx, journey, 'idle-limit-reached', { actor: 'system', at })
      }),
  )

  await releaseReservations(deps)
  await eraseDueAccounts(deps)
  await deleteAnonymousQuotes(db, daysAgo(ANONYMOUS_QUOTE_DAYS))
  await deleteUnusedQuotes(db, daysAgo(SAVED_QUOTE_DAYS))
  await db
    .deleteFrom('provider_event')
    .where('received_at', '<', daysAgo(PROVIDER_EVENT_DAYS))
    .execute()
}
