import { sql } from 'kysely'
import type { Db } from '#server/database.ts'

/** How many items of a kind wait, and since when. */
export interface Backlog {
  what: string
  count: number
  oldest: string | null
}

/** Counts the items that wait for a worker or for staff, each kind by an index of its own. */
export async function measureBacklog(db: Db): Promise<Backlog[]> {
  const asked: Record<string, ReturnType<typeof sql<{ count: number; oldest: string | null }>>> = {
    mail: sql`select count(*) as count, min(queued_at) as oldest from outbox
      where sent_at is null and failed_at is null`,
    mail_failed: sql`select count(*) as count, min(queued_at) as oldest from outbox
      where failed_at is not null`,
    webhook: sql`select count(*) as count, min(queued_at) as oldest from webhook_delivery
      where sent_at is null and failed_at is null`,
    webhook_failed: sql`select count(*) as count, min(queued_at) as oldest from webhook_delivery
      where failed_at is not null`,
    payment: sql`select count(*) as count, min(created_at) as oldest from payment
      where next_check_at is not null`,
    payment_review: sql`select count(*) as count, min(created_at) as oldest from payment
      where status = 'NEEDS_REVIEW'`,
    refund: sql`select count(*) as count, min(created_at) as oldest from refund
      where next_attempt_at is not null`,
    refund_by_hand: sql`select count(*) as count, min(created_at) as oldest from refund
      where status = 'BY_HAND'`,
    dispute: sql`select count(*) as count, min(opened_at) as oldest from dispute
      where is_waiting = 1`,
    money_difference: sql`select count(*) as count, min(found_at) as oldest from money_difference
      where resolved_at is null and explained_at is null`,
  }
  const all: Backlog[] = []
  for (const [what, query] of Object.entries(asked)) {
    const { count, oldest } = (await query.execute(db)).rows[0]!
    all.push({ what, count: Number(count), oldest })
  }
  return all
}
