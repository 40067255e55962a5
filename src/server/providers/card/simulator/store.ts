import { randomBytes } from 'node:crypto'
import { MONEY_SCHEMA, moneyStore } from './money-store.ts'
import { openCommonStore, openSimulatorFile } from '../../payment-simulator/common-store.ts'

/**
 * The simulated provider's data, in a file of its own, so that it survives when the storefront is killed. Times are
 * seconds or milliseconds since the Unix epoch, by their names.
 */

const SCHEMA = `
create table if not exists session (
  session_id text primary key,
  payment_intent text not null unique,
  status text not null,
  is_paid integer not null,
  amount_cents integer not null,
  currency text not null,
  order_json text not null,
  decline_reason text,
  created_s integer not null,
  expires_at_s integer not null,
  notice text not null,
  comes_back text not null
) strict;
create index if not exists session_open on session (expires_at_s) where status = 'open';
create table if not exists kept_answer (
  key text primary key,
  fingerprint text not null,
  status integer not null,
  body text not null
) strict;
`

/** The shop's own data about an order, returned unchanged. */
interface Order {
  description: string
  customerEmail: string | null
  clientReferenceId: string | null
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string | null
}

export interface Session {
  sessionId: string
  paymentIntent: string
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amountCents: number
  currency: string
  order: Order
  declineReason: string | null
  createdS: number
  expiresAtS: number
  /** The delivery of the notice: a name of `NOTICES`. */
  notice: string
  /** Whether the buyer comes back to the shop: a name of `RETURNS`. */
  comesBack: string
}

interface SessionRow {
  session_id: string
  payment_intent: string
  status: Session['status']
  is_paid: number
  amount_cents: number
  currency: string
  order_json: string
  decline_reason: string | null
  created_s: number
  expires_at_s: number
  notice: string
  comes_back: string
}

const toSession = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  paymentIntent: row.payment_intent,
  status: row.status,
  isPaid: row.is_paid === 1,
  amountCents: row.amount_cents,
  currency: row.currency,
  order: JSON.parse(row.order_json) as Order,
  declineReason: row.decline_reason,
  createdS: row.created_s,
  expiresAtS: row.expires_at_s,
  notice: row.notice,
  comesBack: row.comes_back,
})

/** An id in the provider's format. */
export const newProviderId = (prefix: string): string =>
  `${prefix}_${randomBytes(18).toString('hex')}`

export type Store = ReturnType<typeof openStore>

/**
 * @param file A path, or `:memory:`.
 * @throws {SettingError} If the file is not the simulator's, is damaged, or cannot be written.
 */
export function openStore(file: string) {
  const db = openSimulatorFile(file, SCHEMA + MONEY_SCHEMA)
  const find = db.prepare('select * from session where session_id = ?')
  const findSession = (sessionId: string): Session | null => {
    const row = find.get(sessionId) as unknown as SessionRow | undefined
    return row ? toSession(row) : null
  }

  return {
    ...openCommonStore(db),
    ...moneyStore(db, newProviderId),

    findSession,

    insertSession(session: Omit<Session, 'sessionId' | 'paymentIntent'>): Session {
      const sessionId = newProviderId('cs_test')
      db.prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        sessionId,
        newProviderId('pi'),
        session.status,
        session.isPaid ? 1 : 0,
        session.amountCents,
        session.currency,
        JSON.stringify(session.order),
        session.declineReason,
        session.createdS,
        session.expiresAtS,
        session.notice,
        session.comesBack,
      )
      return findSession(sessionId)!
    },

    /** Ends an open session; `null` if it was no longer open. */
    endSession(sessionId: string, status: 'complete' | 'expired'): Session | null {
      const { changes } = db
        .prepare(
          `update session set status = ?, is_paid = ?, decline_reason = null
           where session_id = ? and status = 'open'`,
        )
        .run(status, status === 'complete' ? 1 : 0, sessionId)
      return changes === 1 ? findSession(sessionId) : null
    },

    declineSession(sessionId: string, reason: string): void {
      db.prepare(
        `update session set decline_reason = ? where session_id = ? and status = 'open'`,
      ).run(reason, sessionId)
    },

    /** Stores the choices under “Simulation”. */
    setBehaviour(sessionId: string, notice: string, comesBack: string): void {
      db.prepare('update session set notice = ?, comes_back = ? where session_id = ?').run(
        notice,
        comesBack,
        sessionId,
      )
    },

    /** Open sessions that have expired. */
    overdueSessions: (nowS: number): Session[] =>
      db
        .prepare(`select * from session where status = 'open' and expires_at_s <= ?`)
        .all(nowS)
        .map((row) => toSession(row as unknown as SessionRow)),

    keptAnswer: (key: string) =>
      db.prepare('select fingerprint, status, body from kept_answer where key = ?').get(key) as
        { fingerprint: string; status: number; body: string } | undefined,

    keepAnswer(key: string, fingerprint: string, status: number, body: string): void {
      db.prepare('insert or ignore into kept_answer values (?, ?, ?, ?)').run(
        key,
        fingerprint,
        status,
        body,
      )
    },

    findByPaymentIntent(paymentIntent: string): Session | null {
      const row = db
        .prepare('select * from session where payment_intent = ?')
        .get(paymentIntent) as unknown as SessionRow | undefined
      return row ? toSession(row) : null
    },

    /** Paid sessions of pages opened in a time. */
    sessionsBetween: (fromS: number, untilS: number): Session[] =>
      db
        .prepare('select * from session where is_paid = 1 and created_s >= ? and created_s < ?')
        .all(fromS, untilS)
        .map((row) => toSession(row as unknown as SessionRow)),
  }
}
