import type { DifferenceProblem } from '#lib/payments/refund-states.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { findDispute } from './dispute-queries.ts'
import { findPayment, findPaymentByProviderPayment } from '#server/payments/queries.ts'
import { findPayout, scheduleProviderCheck } from '#server/payments/provider-check-queries.ts'
import {
  compareBankPayments,
  compareCardPayments,
  finding,
  type Compare,
  type Comparison,
  type Finding,
} from './payment-comparison.ts'
import { disputesOpened, payoutsMade, refundsTaken, type Period } from './reconciliation-queries.ts'
import { findRefund, findRefundByProvider } from './queries.ts'
import type { RefundRow } from '#server/payments/tables.ts'
import type { Deps } from '#server/deps.ts'
import { parseRefundKey } from './refunds.ts'

/** The statuses of a refund that match each state at its provider. */
const EXPECTED = { pending: ['PENDING'], succeeded: ['DONE'], failed: ['BY_HAND', 'DUE'] } as const

const compareRefunds: Compare = async (deps, period, money) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  const journeyOf = async ({ payment_id }: RefundRow) =>
    (await findPayment(db, payment_id))!.purchase_journey_id
  for (const refund of money.refunds) {
    const { reference, key, state, amountCents, createdAt } = refund
    const byName = await findRefundByProvider(db, reference)
    const ordered = key === null ? null : parseRefundKey(key)
    const row = byName ?? (ordered && (await findRefund(db, ordered.refund_id)))
    // A failed refund moved no money; sent another way since, it is complete.
    if (state === 'failed' && (!byName || byName.status !== 'DONE' || byName.done_by !== 'system'))
      continue
    const of = { reference, at: createdAt, journey: row && (await journeyOf(row)) }
    const theirs = `${formatMoney(amountCents)} ${state}`
    const report = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('refund', of, problem, ours, theirs))
    if (!row) report('missing-here', await describePayment(deps, refund.providerPayment))
    else if (
      (row.provider_refund !== null && row.provider_refund !== reference) ||
      (ordered && ordered.round !== row.round) ||
      (row.status === 'DONE' && row.done_by !== 'system')
    )
      report('doubled', `Sent as ${row.reference ?? row.provider_refund}`)
    else {
      seen.add(reference)
      if (row.amount_cents !== amountCents) report('amount', formatMoney(row.amount_cents))
      else if (!(EXPECTED[state] as readonly string[]).includes(row.status)) {
        report('state', row.status)
        await scheduleProviderCheck(db, 'refund', reference, deps.now().toISOString())
      }
    }
  }
  const ours = await refundsTaken(db, period)
  for (const row of ours) {
    if (row.done_by !== null && row.done_by !== 'system') continue
    if (seen.has(row.provider_refund!)) continue
    const found = await card.findRefund(row.provider_refund!)
    if (found && (EXPECTED[found.state] as readonly string[]).includes(row.status)) continue
    findings.push(
      finding(
        'refund',
        { reference: row.provider_refund!, at: row.created_at, journey: await journeyOf(row) },
        found ? 'state' : 'missing-there',
        `${formatMoney(row.amount_cents)} ${row.status}`,
        found && found.state,
      ),
    )
    if (found)
      await scheduleProviderCheck(db, 'refund', row.provider_refund!, deps.now().toISOString())
  }
  return { count: money.refunds.length + ours.length, findings }
}

/** Names our payment for a refund that was made at the provider. */
async function describePayment({ db }: Deps, providerPayment: string | null) {
  const payment =
    providerPayment === null ? null : await findPaymentByProviderPayment(db, providerPayment)
  return payment && `Payment ${payment.payment_id} is ${payment.status}`
}

const compareDisputes: Compare = async (deps, period, money) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { disputeId, status, amountCents, openedAt } of money.disputes) {
    const row = await findDispute(db, disputeId)
    const payment = row?.payment_id ? await findPayment(db, row.payment_id) : null
    const of = {
      reference: disputeId,
      at: openedAt,
      journey: payment?.purchase_journey_id ?? null,
    }
    const theirs = `${formatMoney(amountCents)} ${status}`
    const report = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('dispute', of, problem, ours, theirs))
    seen.add(disputeId)
    if (!row) report('missing-here', null)
    else if (!payment) report('missing-here', 'We have no record of the payment')
    else if (row.status !== status) report('state', row.status)
    else if (row.amount_cents !== amountCents) report('amount', formatMoney(row.amount_cents))
    // Without a webhook the dispute is read now: it must not wait for a day.
    if (row?.status !== status || !payment)
      await scheduleProviderCheck(db, 'dispute', disputeId, deps.now().toISOString())
  }
  const ours = await disputesOpened(db, period)
  for (const row of ours)
    if (!seen.has(row.dispute_id) && !(await card.findDispute(row.dispute_id)))
      findings.push(
        finding(
          'dispute',
          { reference: row.dispute_id, at: row.opened_at },
          'missing-there',
          `${formatMoney(row.amount_cents)} ${row.status}`,
          null,
        ),
      )
  return { count: money.disputes.length + ours.length, findings }
}

const comparePayouts: Compare = async (deps, period, money) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { payoutId, amountCents, status, failure, createdAt } of money.payouts) {
    const row = await findPayout(db, payoutId)
    const theirs = `${formatMoney(amountCents)} ${status}`
    const report = (problem: DifferenceProblem, ours: string | null, said = theirs) =>
      findings.push(finding('payout', { reference: payoutId, at: createdAt }, problem, ours, said))
    seen.add(payoutId)
    if (!row) report('missing-here', null)
    else if (row.amount_cents !== amountCents) report('amount', formatMoney(row.amount_cents))
    else if (row.status !== status) report('state', row.status)
    if (status === 'failed') report('failed', null, `${theirs}: ${failure ?? 'no reason given'}`)
    if (row?.status !== status)
      await scheduleProviderCheck(db, 'payout', payoutId, deps.now().toISOString())
  }
  const ours = await payoutsMade(db, period)
  for (const row of ours)
    if (!seen.has(row.payout_id) && !(await card.findPayout(row.payout_id)))
      findings.push(
        finding(
          'payout',
          { reference: row.payout_id, at: row.created_at },
          'missing-there',
          `${formatMoney(row.amount_cents)} ${row.status}`,
          null,
        ),
      )
  return { count: money.payouts.length + ours.length, findings }
}

/** Compares all money of a period with the providers' records, and schedules a check of each object without a webhook. */
export async function compareMoney(deps: Deps, period: Period): Promise<Comparison> {
  const money = await deps.card.listMoney({
    from: new Date(period.from),
    until: new Date(period.until),
  })
  const comparisons = [
    compareCardPayments,
    compareBankPayments,
    compareRefunds,
    compareDisputes,
    comparePayouts,
  ]
  const all: Comparison = { count: 0, findings: [] }
  for (const compare of comparisons) {
    const { count, findings } = await compare(deps, period, money)
    all.count += count
    all.findings.push(...findings)
  }
  return all
}
