import { HOUR_MS } from '#lib/shared/durations.ts'
import { getCustomerLogin } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { personDeedMail, sharedPurchaseMail, type PersonDeed } from './mails.ts'
import type { PurchasePersonRow } from './tables.ts'

/** What may happen often is emailed about at most once an hour to each reader: the email only says that it happened. */
const isFirstInHour = async ({ now }: Pick<Deps, 'now'>, trx: Trx, key: string): Promise<boolean> =>
  (await spendPoint(trx, `people-mail:${key}`, HOUR_MS, now())) === 1

/** Emails the buyer what a person did. */
export async function tellBuyer(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  person: PurchasePersonRow,
  deed: PersonDeed,
): Promise<void> {
  const { purchase_journey_id: id, status } = journey
  // Comments of all people together, an answer of each.
  const by = deed === 'COMMENT' ? id : person.person_id
  if (!(await isFirstInHour(deps, trx, `${by} ${deed}`))) return
  const purchase = await findPurchaseMail(deps, trx, journey)
  await enqueueMail(
    deps,
    trx,
    personDeedMail(deps, {
      ...purchase,
      personName: person.name,
      deed,
      isStarted: status === 'STARTED',
    }),
    { customerId: person.customer_id },
  )
}

/**
 * Emails people who have joined a purchase that there is something new.
 *
 * @param causedBy The customer for whom it counts.
 */
export async function tellPeople(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  people: readonly PurchasePersonRow[],
  causedBy: number | null,
  news: Parameters<typeof sharedPurchaseMail>[1]['news'],
): Promise<void> {
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  for (const { person_id, customer_id } of people) {
    if (customer_id === null) continue
    if (news === 'COMMENT' && !(await isFirstInHour(deps, trx, `${person_id} reads`))) continue
    const { email: to, firstName } = await getCustomerLogin(trx, customer_id)
    await enqueueMail(
      deps,
      trx,
      sharedPurchaseMail(deps, { to, firstName, quote, sharedPurchaseId: person_id, news }),
      { customerId: causedBy },
    )
  }
}
