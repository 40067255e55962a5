import type { DifferenceProblem } from '#lib/payments/money-back.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { findDispute } from './dispute-queries.ts'
import { checkPaymentNow, findPayment, findPaymentByMoney } from '#server/payments/queries.ts'
import { findPayout, insertCheck } from '#server/payments/provider-check-queries.ts'
import {
  disputesOpened,
  paymentsTaken,
  payoutsMade,
  refundsTaken,
  type Period,
} from './reconciliation-queries.ts'
import { findRefund, findRefundByProvider } from './queries.ts'
import type { MoneyDifferenceRow, PaymentRow, RefundRow } from '#server/payments/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { CardMoney } from '#server/providers/card/card-provider.ts'
import { PAY_METHODS } from '#server/payments/providers.ts'
import { readKey } from './refunds.ts'

/** Something that we and a provider do not say alike. */
export type Finding = Pick<
  MoneyDifferenceRow,
  'day' | 'kind' | 'reference' | 'problem' | 'ours' | 'theirs'
> & { purchase_journey_id: string | null }

/** What was compared, and what differs. */
export interface Compared {
  count: number
  findings: Finding[]
}

type Part = (deps: Deps, period: Period, money: CardMoney) => Promise<Compared>

const MONEY_CAME: readonly string[] = ['PAID', 'REFUNDED', 'CHARGED_BACK', 'NEEDS_REVIEW']

/** What of a payment its provider has. */
const cameCents = ({ received_cents, amount_cents }: PaymentRow): number =>
  received_cents ?? amount_cents

/** `$1,000 NZD` */
const moneyIn = (cents: number, currency: string): string =>
  `${formatMoney(cents)} ${currency.toUpperCase()}`

const finding = (
  kind: Finding['kind'],
  of: { reference: string; at: string; journey?: string | null },
  problem: DifferenceProblem,
  ours: string | null,
  theirs: string | null,
): Finding => ({
  day: aucklandDay(of.at),
  kind,
  reference: of.reference,
  problem,
  ours,
  theirs,
  purchase_journey_id: of.journey ?? null,
})

/** The payments of cards: what the provider took, and what we say it took. */
const cardPayments: Part = async (deps, period, { charges }) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { providerPayment, paymentId, amountCents, currency, takenAt } of charges) {
    const payment =
      (await findPaymentByMoney(db, providerPayment)) ??
      (paymentId === null ? null : await findPayment(db, paymentId))
    const of = {
      reference: providerPayment,
      at: takenAt,
      journey: payment?.purchase_journey_id ?? null,
    }
    const theirs = moneyIn(amountCents, currency)
    const say = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('payment', of, problem, ours, theirs))
    if (!payment) say('missing-here', null)
    else if (
      seen.has(payment.payment_id) ||
      (payment.provider_payment !== null && payment.provider_payment !== providerPayment)
    )
      say('doubled', `Paid as ${payment.provider_payment}`)
    else {
      if (!MONEY_CAME.includes(payment.status)) {
        say('state', payment.status)
        await checkPaymentNow(db, payment.payment_id, deps.now().toISOString())
      } else if (cameCents(payment) !== amountCents || payment.currency !== currency)
        say('amount', moneyIn(cameCents(payment), payment.currency))
      seen.add(payment.payment_id)
    }
  }
  const taken = (await paymentsTaken(db, period)).filter(({ method }) => method === 'STRIPE')
  for (const payment of taken) {
    if (seen.has(payment.payment_id)) continue
    const session =
      payment.provider_reference === null
        ? null
        : await card.findSession(payment.provider_reference)
    const of = {
      reference: payment.provider_payment ?? payment.payment_id,
      at: payment.created_at,
      journey: payment.purchase_journey_id,
    }
    const ours = moneyIn(cameCents(payment), payment.currency)
    if (!session?.isPaid) findings.push(finding('payment', of, 'missing-there', ours, null))
    else if (session.amountCents !== cameCents(payment) || session.currency !== payment.currency)
      findings.push(
        finding('payment', of, 'amount', ours, moneyIn(session.amountCents, session.currency)),
      )
  }
  return { count: charges.length + taken.length, findings }
}

/** The payments by bank, as far as their provider lists them: by day, with the number of the transaction. */
const bankPayments: Part = async (deps, period) => {
  const { db, bank } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  let count = 0
  for (let ms = Date.parse(period.from); ms < Date.parse(period.until); ms += DAY_MS) {
    // Noon of the day, however long it is.
    const at = new Date(ms + DAY_MS / 2).toISOString()
    for (const { transactionRef, paidCents } of await bank.listPaid(aucklandDay(at))) {
      count += 1
      seen.add(transactionRef)
      const payment = await findPaymentByMoney(db, transactionRef)
      const of = { reference: transactionRef, at, journey: payment?.purchase_journey_id ?? null }
      const theirs = formatMoney(paidCents)
      const say = (problem: DifferenceProblem, ours: string | null) =>
        findings.push(finding('payment', of, problem, ours, theirs))
      if (!payment) say('missing-here', null)
      else if (!MONEY_CAME.includes(payment.status)) say('state', payment.status)
      else if (cameCents(payment) !== paidCents) say('amount', formatMoney(cameCents(payment)))
    }
  }
  const taken = (await paymentsTaken(db, period)).filter(({ method }) => method === 'POLI')
  for (const payment of taken) {
    count += 1
    if (seen.has(payment.provider_payment ?? '')) continue
    const answer = await PAY_METHODS.POLI.fetchStatus(deps, payment.provider_reference!)
    // Staff have found the money of one that the provider is not sure of.
    if (answer?.state === 'paid' || payment.decided_at !== null) continue
    findings.push(
      finding(
        'payment',
        {
          reference: payment.provider_payment ?? payment.payment_id,
          at: payment.created_at,
          journey: payment.purchase_journey_id,
        },
        'missing-there',
        formatMoney(cameCents(payment)),
        answer && answer.state,
      ),
    )
  }
  return { count, findings }
}

const DAY_MS = 24 * 60 * 60_000

/** What we should say of a refund, by what its provider says. */
const EXPECTED = { pending: ['PENDING'], succeeded: ['DONE'], failed: ['BY_HAND', 'DUE'] } as const

const refunds: Part = async (deps, period, money) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  const journeyOf = async ({ payment_id }: RefundRow) =>
    (await findPayment(db, payment_id))!.purchase_journey_id
  for (const refund of money.refunds) {
    const { reference, key, state, amountCents, createdAt } = refund
    const byName = await findRefundByProvider(db, reference)
    const ordered = key === null ? null : readKey(key)
    const row = byName ?? (ordered && (await findRefund(db, ordered.refund_id)))
    // One that failed has moved nothing; where we sent the money another way since, all is well.
    if (state === 'failed' && (!byName || byName.status !== 'DONE' || byName.done_by !== 'system'))
      continue
    const of = { reference, at: createdAt, journey: row && (await journeyOf(row)) }
    const theirs = `${formatMoney(amountCents)} ${state}`
    const say = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('refund', of, problem, ours, theirs))
    if (!row) say('missing-here', await refundedAlready(deps, refund.providerPayment))
    else if (
      (row.provider_refund !== null && row.provider_refund !== reference) ||
      (ordered && ordered.round !== row.round) ||
      (row.status === 'DONE' && row.done_by !== 'system')
    )
      say('doubled', `Sent as ${row.reference ?? row.provider_refund}`)
    else {
      seen.add(reference)
      if (row.amount_cents !== amountCents) say('amount', formatMoney(row.amount_cents))
      else if (!(EXPECTED[state] as readonly string[]).includes(row.status)) {
        say('state', row.status)
        await insertCheck(db, 'refund', reference, deps.now().toISOString())
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
    if (found) await insertCheck(db, 'refund', row.provider_refund!, deps.now().toISOString())
  }
  return { count: money.refunds.length + ours.length, findings }
}

/** Of a refund that was made at the provider: which payment of ours it is of. */
async function refundedAlready({ db }: Deps, providerPayment: string | null) {
  const payment = providerPayment === null ? null : await findPaymentByMoney(db, providerPayment)
  return payment && `Payment ${payment.payment_id} is ${payment.status}`
}

const disputes: Part = async (deps, period, money) => {
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
    const say = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('dispute', of, problem, ours, theirs))
    seen.add(disputeId)
    if (!row) say('missing-here', null)
    else if (!payment) say('missing-here', 'The payment is not known here')
    else if (row.status !== status) say('state', row.status)
    else if (row.amount_cents !== amountCents) say('amount', formatMoney(row.amount_cents))
    // What no notice told us is taken in now: a car must not wait for a day.
    if (row?.status !== status || !payment)
      await insertCheck(db, 'dispute', disputeId, deps.now().toISOString())
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

const payouts: Part = async (deps, period, money) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { payoutId, amountCents, status, failure, createdAt } of money.payouts) {
    const row = await findPayout(db, payoutId)
    const theirs = `${formatMoney(amountCents)} ${status}`
    const say = (problem: DifferenceProblem, ours: string | null, said = theirs) =>
      findings.push(finding('payout', { reference: payoutId, at: createdAt }, problem, ours, said))
    seen.add(payoutId)
    if (!row) say('missing-here', null)
    else if (row.amount_cents !== amountCents) say('amount', formatMoney(row.amount_cents))
    else if (row.status !== status) say('state', row.status)
    if (status === 'failed') say('failed', null, `${theirs}: ${failure ?? 'no reason given'}`)
    if (row?.status !== status) await insertCheck(db, 'payout', payoutId, deps.now().toISOString())
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

/** Compares all money of a time with what the providers say of it. What a notice has not told us is asked about now. */
export async function compareMoney(deps: Deps, period: Period): Promise<Compared> {
  const money = await deps.card.listMoney({
    from: new Date(period.from),
    until: new Date(period.until),
  })
  const parts = [cardPayments, bankPayments, refunds, disputes, payouts]
  const all: Compared = { count: 0, findings: [] }
  for (const part of parts) {
    const { count, findings } = await part(deps, period, money)
    all.count += count
    all.findings.push(...findings)
  }
  return all
}
