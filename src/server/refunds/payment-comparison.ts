import type { DifferenceProblem } from '#lib/payments/refund-states.ts'
import { aucklandInstant } from '#lib/service/times.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import {
  checkPaymentNow,
  findPayment,
  findPaymentByProviderPayment,
} from '#server/payments/queries.ts'
import { amountReceived } from '#server/payments/open-payment.ts'
import { paymentsTaken, type Period } from './reconciliation-queries.ts'
import type { MoneyDifferenceRow } from '#server/payments/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { CardMoney } from '#server/providers/card/card-provider.ts'
import { PAY_METHODS } from '#server/payments/providers.ts'

/** A difference between our records and a provider's. */
export type Finding = Pick<
  MoneyDifferenceRow,
  'day' | 'kind' | 'reference' | 'problem' | 'ours' | 'theirs'
> & { purchase_journey_id: string | null }

/** How many objects were compared, and their differences. */
export interface Comparison {
  count: number
  findings: Finding[]
}

export type Compare = (deps: Deps, period: Period, money: CardMoney) => Promise<Comparison>

const MONEY_CAME: readonly string[] = ['PAID', 'REFUNDED', 'CHARGED_BACK', 'NEEDS_REVIEW']

/** `$1,000 NZD` */
const moneyIn = (cents: number, currency: string): string =>
  `${formatMoney(cents)} ${currency.toUpperCase()}`

export const finding = (
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

/** Compares card payments with the provider's charges. */
export const compareCardPayments: Compare = async (deps, period, { charges }) => {
  const { db, card } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  for (const { providerPayment, paymentId, amountCents, currency, takenAt } of charges) {
    const payment =
      (await findPaymentByProviderPayment(db, providerPayment)) ??
      (paymentId === null ? null : await findPayment(db, paymentId))
    const of = {
      reference: providerPayment,
      at: takenAt,
      journey: payment?.purchase_journey_id ?? null,
    }
    const theirs = moneyIn(amountCents, currency)
    const report = (problem: DifferenceProblem, ours: string | null) =>
      findings.push(finding('payment', of, problem, ours, theirs))
    if (!payment) report('missing-here', null)
    else if (
      seen.has(payment.payment_id) ||
      (payment.provider_payment !== null && payment.provider_payment !== providerPayment)
    )
      report('doubled', `Paid as ${payment.provider_payment}`)
    else {
      if (!MONEY_CAME.includes(payment.status)) {
        report('state', payment.status)
        await checkPaymentNow(db, payment.payment_id, deps.now().toISOString())
      } else if (amountReceived(payment) !== amountCents || payment.currency !== currency)
        report('amount', moneyIn(amountReceived(payment), payment.currency))
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
    const ours = moneyIn(amountReceived(payment), payment.currency)
    if (!session?.isPaid) findings.push(finding('payment', of, 'missing-there', ours, null))
    else if (
      session.amountCents !== amountReceived(payment) ||
      session.currency !== payment.currency
    )
      findings.push(
        finding('payment', of, 'amount', ours, moneyIn(session.amountCents, session.currency)),
      )
  }
  return { count: charges.length + taken.length, findings }
}

/** Compares payments by bank with the provider's daily list. */
export const compareBankPayments: Compare = async (deps, period) => {
  const { db, bank } = deps
  const findings: Finding[] = []
  const seen = new Set<string>()
  let count = 0
  const untilDay = aucklandDay(period.until)
  // By days, because one has 23 hours and another 25.
  for (let day = aucklandDay(period.from); day < untilDay; day = addDays(day, 1)) {
    const at = aucklandInstant(day, '12:00')
    for (const { transactionRef, paidCents } of await bank.listPaid(day)) {
      count += 1
      seen.add(transactionRef)
      const payment = await findPaymentByProviderPayment(db, transactionRef)
      const of = { reference: transactionRef, at, journey: payment?.purchase_journey_id ?? null }
      const theirs = formatMoney(paidCents)
      const report = (problem: DifferenceProblem, ours: string | null) =>
        findings.push(finding('payment', of, problem, ours, theirs))
      if (!payment) report('missing-here', null)
      else if (!MONEY_CAME.includes(payment.status)) report('state', payment.status)
      else if (amountReceived(payment) !== paidCents)
        report('amount', formatMoney(amountReceived(payment)))
    }
  }
  const taken = (await paymentsTaken(db, period)).filter(({ method }) => method === 'POLI')
  for (const payment of taken) {
    count += 1
    if (seen.has(payment.provider_payment ?? '')) continue
    const answer = await PAY_METHODS.POLI.fetchStatus(deps, payment.provider_reference!)
    // Staff have found the money of a payment that the provider is unsure of.
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
        formatMoney(amountReceived(payment)),
        answer && answer.state,
      ),
    )
  }
  return { count, findings }
}
