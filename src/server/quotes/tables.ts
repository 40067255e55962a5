import type { PayOption } from '#lib/codes.ts'
import type { Insertable, Selectable } from 'kysely'

export interface QuoteTable {
  quote_id: string
  customer_id: number | null
  /** SHA-256 of the browser id that may reopen an anonymous quote. */
  browser_id_hash: string | null
  source_quote_id: string | null
  customer_name: string
  customer_email: string
  pay_option: PayOption
  /** JSON of the QuoteRequest. */
  request: string
  /** JSON of vehicle, lines, totals and finance. */
  priced: string
  drive_away_cents: number
  catalogue_version: string
  created_at: string
  expires_at: string
  version: number
}
export type QuoteRow = Selectable<QuoteTable>
export type NewQuoteRow = Insertable<QuoteTable>

/** What a quote said when a code was given for it. It goes with its quote. */
export interface QuoteCodeTable {
  /** SHA-256 of the code: the codes themselves are in no database. */
  code_hash: string
  quote_id: string
  /** JSON of the QuoteFigures. */
  content: string
  created_at: string
}
