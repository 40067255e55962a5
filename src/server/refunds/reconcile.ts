import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { aucklandInstant } from '#lib/service/times.ts'
import type * as calls from '#lib/payments/money-difference-calls.ts'
import type { z } from '#lib/shared/zod.ts'
import {
  claimDay,
  saveExplanation,
  findDifference,
  lastCompared,
  noteCompared,
  openDifferences,
  resolveDifference,
  saveDifference,
  unresolvedBetween,
} from './reconciliation-queries.ts'
import type { MoneyDifferenceRow } from '#server/payments/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { compareMoney } from './money-comparison.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'

/** Days compared each day: a refund may be returned for a month, and a provider lists some objects late. */
export const DAYS_BACK = 35
/** Yesterday is compared from this hour, New Zealand time. */
const FROM_HOUR = 3
const LEASE_MS = 30 * 60_000

export interface Reconciled {
  compared: number
  /** All unresolved differences of those days, explained ones included. */
  differences: MoneyDifferenceRow[]
}

/**
 * Compares the money of some days with the providers' records, stores each difference and resolves those that are gone.
 *
 * @throws {ProviderUnavailable} If a provider cannot be reached. Nothing is stored then.
 */
export async function reconcile(deps: Deps, fromDay: string, toDay: string): Promise<Reconciled> {
  const { db, now } = deps
  const { count, findings } = await compareMoney(deps, {
    from: aucklandInstant(fromDay, '00:00'),
    until: aucklandInstant(addDays(toDay, 1), '00:00'),
  })
  const at = now().toISOString()
  const keyOf = ({
    kind,
    reference,
    problem,
  }: Pick<MoneyDifferenceRow, 'kind' | 'reference' | 'problem'>) =>
    [kind, reference, problem].join(' ')
  const found = new Set(findings.map(keyOf))
  await db.transaction().execute(async (trx) => {
    for (const one of findings)
      await saveDifference(trx, { ...one, difference_id: deps.newId(), found_at: at })
    for (const row of await unresolvedBetween(trx, fromDay, toDay))
      if (!found.has(keyOf(row))) await resolveDifference(trx, row.difference_id, at)
  })
  return { compared: count, differences: await unresolvedBetween(db, fromDay, toDay) }
}

/** The days to compare: from yesterday back to the last day that may still change. */
export function daysToCompare(now: Date): [fromDay: string, toDay: string] {
  const yesterday = addDays(aucklandDay(now), -1)
  return [addDays(yesterday, 1 - DAYS_BACK), yesterday]
}

/** Compares yesterday and the days before it, once a day, in one of several processes. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  const [fromDay, toDay] = daysToCompare(deps.now())
  const opens = aucklandInstant(addDays(toDay, 1), `0${FROM_HOUR}:00`)
  if (deps.now().toISOString() < opens) return
  const until = new Date(nowMs + LEASE_MS).toISOString()
  if (!(await claimDay(deps.db, toDay, deps.now().toISOString(), until))) return
  const { compared, differences } = await reconcile(deps, fromDay, toDay)
  await noteCompared(deps.db, toDay, {
    done_at: deps.now().toISOString(),
    compared,
    differences: differences.length,
  })
  if (differences.some(({ explained_at }) => explained_at === null))
    deps.log.error({ differences: differences.length }, 'money differs from the providers’')
}

const toDifference = (
  row: MoneyDifferenceRow,
): z.output<typeof calls.explainMoneyDifference.answer> => ({
  differenceId: row.difference_id,
  day: row.day,
  kind: row.kind,
  reference: row.reference,
  problem: row.problem,
  ours: row.ours,
  theirs: row.theirs,
  purchaseJourneyId: row.purchase_journey_id,
  found: row.found_at,
  explanation: row.explanation,
})

/** A page of the unexplained differences, and when money was last compared. */
export async function listDifferences(
  { db }: Deps,
  { limit, cursor }: z.output<typeof calls.listMoneyDifferences.query>,
): Promise<z.output<typeof calls.listMoneyDifferences.answer>> {
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => openDifferences(db, most, parseCursor(cursor)),
    ({ found_at, difference_id }) => formatCursor(found_at, difference_id),
  )
  const last = await lastCompared(db)
  return {
    differences: items.map(toDifference),
    nextCursor,
    compared: last && { day: last.day, at: last.done_at! },
  }
}

/**
 * Records the reason for a difference, which leaves the list until either side changes.
 *
 * @throws {ApiProblem} 404, 409 for one that has changed, is explained or is gone.
 */
export async function explainDifference(
  deps: Deps,
  actor: Actor,
  differenceId: string,
  { explanation, ...read }: z.output<typeof calls.explainMoneyDifference.body>,
) {
  const explained = await saveExplanation(deps.db, differenceId, read, {
    explained_at: deps.now().toISOString(),
    explained_by: actorName(actor),
    explanation,
  })
  if (explained) return toDifference(explained)
  if (!(await findDifference(deps.db, differenceId))) throw notFound()
  throw conflict(
    'This difference has changed, is already explained, or the records now match. Please check it again.',
  )
}
