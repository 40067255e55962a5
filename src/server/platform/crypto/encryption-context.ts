import type { Database } from '#server/database.ts'

interface SealedTable {
  columns: readonly string[]
  /** The columns that identify a row. Joined by `|` they are the row of an {@link EncryptionContext}. */
  row: readonly string[]
}

/** Every encrypted column. No other column can be sealed, so a key rotation misses none. */
export const SEALED = {
  purchase_journey: {
    columns: ['owner_details', 'finance_application'],
    row: ['purchase_journey_id'],
  },
  purchase_file: { columns: ['name'], row: ['file_id'] },
  sale_agreement: { columns: ['document'], row: ['agreement_id'] },
  agreement_acceptance: { columns: ['name'], row: ['purchase_journey_id'] },
  agreement_signature: { columns: ['name'], row: ['agreement_id', 'person_id'] },
  service_booking: { columns: ['details'], row: ['booking_id'] },
  staff: { columns: ['totp_secret', 'totp_pending'], row: ['id'] },
  outbox: { columns: ['sealed'], row: ['outbox_id'] },
  webhook_endpoint: { columns: ['secret'], row: ['endpoint_id'] },
  data_export_part: { columns: ['sealed'], row: ['export_id', 'position'] },
  idempotency: { columns: ['body'], row: ['subject', 'operation', 'key'] },
} as const satisfies Partial<Record<keyof Database, SealedTable>>

declare const place: unique symbol
/** The table, column and row of a value. A value moved elsewhere cannot be opened. Made by the functions below. */
export type EncryptionContext = Record<'table' | 'column' | 'row', string> & { [place]: true }

type Sealed = typeof SEALED

/** The context of a column of a row. */
export const columnContext = <Table extends keyof Sealed>(
  table: Table,
  column: Sealed[Table]['columns'][number],
  row: string,
): EncryptionContext => ({ table, column, row }) as EncryptionContext

/** The context of a file's content, by the id of its row. */
export const fileContext = (row: string): EncryptionContext =>
  ({ table: 'purchase_file', column: 'content', row }) as EncryptionContext
