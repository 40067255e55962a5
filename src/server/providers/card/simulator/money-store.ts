import type { DatabaseSync } from 'node:sqlite'

// The simulated provider's refunds, disputes and payouts.

export const MONEY_SCHEMA = `
create table if not exists refund (
  refund_id text primary key,
  payment_intent text not null,
  amount_cents integer not null
) strict;
create table if not exists refund_state (
  refund_id text primary key,
  status text not null,
  failure text,
  key text,
  created_s integer not null
) strict;
create table if not exists refund_plan (payment_intent text primary key, status text not null) strict;
create table if not exists dispute (
  dispute_id text primary key,
  payment_intent text not null,
  amount_cents integer not null,
  status text not null,
  reason text not null,
  due_s integer not null,
  created_s integer not null
) strict;
create table if not exists payout (
  payout_id text primary key,
  amount_cents integer not null,
  status text not null,
  failure text,
  created_s integer not null
) strict;
`

export interface RefundRow {
  refundId: string
  paymentIntent: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  failure: string | null
  key: string | null
  createdS: number
}

export interface DisputeRow {
  disputeId: string
  paymentIntent: string
  amountCents: number
  status: string
  reason: string
  dueS: number
  createdS: number
}

export interface PayoutRow {
  payoutId: string
  amountCents: number
  status: string
  failure: string | null
  createdS: number
}

// A refund from an earlier version without states has succeeded.
const REFUNDS = `select refund.refund_id as "refundId", payment_intent as "paymentIntent",
  amount_cents as "amountCents", coalesce(status, 'succeeded') as status, failure, key,
  coalesce(created_s, 0) as "createdS"
  from refund left join refund_state on refund_state.refund_id = refund.refund_id`
const DISPUTES = `select dispute_id as "disputeId", payment_intent as "paymentIntent",
  amount_cents as "amountCents", status, reason, due_s as "dueS", created_s as "createdS" from dispute`
const PAYOUTS = `select payout_id as "payoutId", amount_cents as "amountCents", status, failure,
  created_s as "createdS" from payout`

/** The part of the card provider's store about refunds, disputes and payouts. */
export function moneyStore(db: DatabaseSync, newId: (prefix: string) => string) {
  const all = <T>(query: string, ...values: (string | number)[]): T[] =>
    db.prepare(query).all(...values) as unknown as T[]
  return {
    /** The refunded cents of a payment, without failed refunds. */
    refundedCents: (paymentIntent: string): number =>
      all<RefundRow>(`${REFUNDS} where payment_intent = ?`, paymentIntent)
        .filter(({ status }) => status !== 'failed')
        .reduce((cents, { amountCents }) => cents + amountCents, 0),

    insertRefund(
      paymentIntent: string,
      amountCents: number,
      { key = null, createdS = 0 }: { key?: string | null; createdS?: number } = {},
    ): RefundRow {
      const refundId = newId('re')
      const [plan] = all<{ status: string }>(
        'select status from refund_plan where payment_intent = ?',
        paymentIntent,
      )
      const status = plan?.status ?? 'succeeded'
      db.prepare('insert into refund values (?, ?, ?)').run(refundId, paymentIntent, amountCents)
      db.prepare('insert into refund_state values (?, ?, ?, ?, ?)').run(
        refundId,
        status,
        status === 'failed' ? 'declined' : null,
        key,
        createdS,
      )
      return this.findRefund(refundId)!
    },

    /** Sets the first status of later refunds of a payment. */
    planRefunds(paymentIntent: string, status: RefundRow['status']): void {
      db.prepare('insert or replace into refund_plan values (?, ?)').run(paymentIntent, status)
    },

    endRefund(refundId: string, status: 'succeeded' | 'failed'): void {
      db.prepare('update refund_state set status = ?, failure = ? where refund_id = ?').run(
        status,
        status === 'failed' ? 'lost_or_stolen_card' : null,
        refundId,
      )
    },

    findRefund: (refundId: string): RefundRow | null =>
      all<RefundRow>(`${REFUNDS} where refund.refund_id = ?`, refundId)[0] ?? null,

    refundsOf: (paymentIntent: string): RefundRow[] =>
      all<RefundRow>(
        `${REFUNDS} where payment_intent = ? order by refund.rowid desc`,
        paymentIntent,
      ),

    insertDispute(paymentIntent: string, amountCents: number, createdS: number): string {
      const disputeId = newId('dp')
      db.prepare('insert into dispute values (?, ?, ?, ?, ?, ?, ?)').run(
        disputeId,
        paymentIntent,
        amountCents,
        'needs_response',
        'product_not_received',
        createdS + 7 * 24 * 60 * 60,
        createdS,
      )
      return disputeId
    },

    setDispute(disputeId: string, status: string): void {
      db.prepare('update dispute set status = ? where dispute_id = ?').run(status, disputeId)
    },

    findDispute: (disputeId: string): DisputeRow | null =>
      all<DisputeRow>(`${DISPUTES} where dispute_id = ?`, disputeId)[0] ?? null,

    disputesOf: (paymentIntent: string): DisputeRow[] =>
      all<DisputeRow>(`${DISPUTES} where payment_intent = ? order by rowid desc`, paymentIntent),

    insertPayout(amountCents: number, status: string, createdS: number): string {
      const payoutId = newId('po')
      db.prepare('insert into payout values (?, ?, ?, ?, ?)').run(
        payoutId,
        amountCents,
        status,
        status === 'failed' ? 'The bank account has been closed.' : null,
        createdS,
      )
      return payoutId
    },

    findPayout: (payoutId: string): PayoutRow | null =>
      all<PayoutRow>(`${PAYOUTS} where payout_id = ?`, payoutId)[0] ?? null,

    refundsBetween: (fromS: number, untilS: number): RefundRow[] =>
      all<RefundRow>(`${REFUNDS} where created_s >= ? and created_s < ?`, fromS, untilS),
    disputesBetween: (fromS: number, untilS: number): DisputeRow[] =>
      all<DisputeRow>(`${DISPUTES} where created_s >= ? and created_s < ?`, fromS, untilS),
    payoutsBetween: (fromS: number, untilS: number): PayoutRow[] =>
      all<PayoutRow>(`${PAYOUTS} where created_s >= ? and created_s < ?`, fromS, untilS),
  }
}
