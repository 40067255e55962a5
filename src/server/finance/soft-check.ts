import type { softCheckFinance } from '#lib/finance/soft-check-calls.ts'
import {
  INCOMES,
  OUTGOINGS,
  type MonthlyRange,
  type SoftCheckAnswer,
} from '#lib/finance/soft-check.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'

const amounts = ({ label: _label, ...cents }: MonthlyRange) => cents

/**
 * The lender's word on two ranges and a payment. Nothing of it is stored or logged, and the lender gets no name.
 *
 * @throws {ApiProblem} 404 where the lender offers none, 429 beyond the day's budget.
 */
export async function softCheck(
  deps: Deps,
  caller: Caller,
  { income, outgoings, finance }: z.output<typeof softCheckFinance.body>,
): Promise<{ answer: SoftCheckAnswer }> {
  const { lender, db } = deps
  if (!lender.softCheck) throw notFound()
  // Counted whatever the lender answers: it was asked.
  await spendOfNetwork(deps, db, 'softChecks', caller)
  const answer = await lender.softCheck({
    income: amounts(INCOMES[income]),
    outgoings: amounts(OUTGOINGS[outgoings]),
    finance,
  })
  return { answer }
}
