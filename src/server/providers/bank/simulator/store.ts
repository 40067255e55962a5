import { randomBytes } from 'node:crypto'
import { openCommonStore, openSimulatorFile } from '../../payment-simulator/common-store.ts'

export const ACTIVE = 'FinancialInstitutionSelected'

/** The tables of the simulated bank, in a file of its own. */
const SCHEMA = `
create table if not exists transfer (
  token text primary key,
  ref_no text not null unique,
  status text not null,
  amount_cents integer not null,
  paid_cents integer not null,
  order_json text not null,
  started_s integer not null,
  expires_at_s integer not null,
  ended_s integer,
  notice text not null,
  comes_back text not null
) strict;
create index if not exists transfer_active on transfer (expires_at_s) where status = '${ACTIVE}';
`

/** An order of the shop, with POLi's names. */
export interface Order {
  MerchantReference: string
  MerchantData: string
  SuccessURL: string
  FailureURL: string
  CancellationURL: string
  NotificationURL: string
}

export interface Transfer {
  token: string
  refNo: string
  status: string
  amountCents: number
  paidCents: number
  order: Order
  startedS: number
  expiresAtS: number
  endedS: number | null
  notice: string
  comesBack: string
}

export type BankStore = ReturnType<typeof openBankStore>

/** @param file A path, or `:memory:`. */
export function openBankStore(file: string) {
  const db = openSimulatorFile(file, SCHEMA)
  const toTransfer = (row: Record<string, unknown>): Transfer => ({
    token: row.token as string,
    refNo: row.ref_no as string,
    status: row.status as string,
    amountCents: row.amount_cents as number,
    paidCents: row.paid_cents as number,
    order: JSON.parse(row.order_json as string) as Order,
    startedS: row.started_s as number,
    expiresAtS: row.expires_at_s as number,
    endedS: row.ended_s as number | null,
    notice: row.notice as string,
    comesBack: row.comes_back as string,
  })
  const find = (token: string): Transfer | null => {
    const row = db.prepare('select * from transfer where token = ?').get(token)
    return row ? toTransfer(row) : null
  }
  return {
    ...openCommonStore(db),

    find,

    insert(amountCents: number, order: Order, startedS: number, expiresAtS: number): Transfer {
      // Like POLi's, it has characters that must be encoded in an address.
      const token = randomBytes(24).toString('base64')
      // Sequential, because two of ten thousand random eight-digit numbers are often the same.
      db.prepare(
        `insert into transfer
        select ?, printf('9964%08d', coalesce(max(rowid), 0) + 1), ?, ?, 0, ?, ?, ?, null, ?, ? from transfer`,
      ).run(
        token,
        ACTIVE,
        amountCents,
        JSON.stringify(order),
        startedS,
        expiresAtS,
        'usual',
        'usual',
      )
      return find(token)!
    },

    /** Ends an open payment; `null` if it was no longer open. */
    end(token: string, status: string, paidCents: number, endedS: number): Transfer | null {
      const { changes } = db
        .prepare(
          'update transfer set status = ?, paid_cents = ?, ended_s = ? where token = ? and status = ?',
        )
        .run(status, paidCents, endedS, token, ACTIVE)
      return changes === 1 ? find(token) : null
    },

    ended: (): Transfer[] =>
      db.prepare('select * from transfer where ended_s is not null').all().map(toTransfer),

    setBehaviour(token: string, notice: string, comesBack: string): void {
      db.prepare('update transfer set notice = ?, comes_back = ? where token = ?').run(
        notice,
        comesBack,
        token,
      )
    },

    overdue: (nowS: number): Transfer[] =>
      db
        .prepare(`select * from transfer where status = '${ACTIVE}' and expires_at_s <= ?`)
        .all(nowS)
        .map(toTransfer),
  }
}
