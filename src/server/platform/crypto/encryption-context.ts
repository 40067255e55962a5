import type { Database } from '#server/database.ts'

interface SealedTable {
  columns: readonly string[]
  /** The columns that name a row: joined by `|` they are the row of a {@link EncryptionContext}. */
  row: readonly string[]
}

/** Every column that is encrypted. What is not here cannot be sealed, so that a change of the key leaves nothing out. */
export const SEALED = {
  purchase_journey: {
    columns: ['owner_details', 'finance_application'],
    row: ['purchase_journey_id'],
  },
  purchase_file: { columns: ['name'], row: ['file_id'] },
  sale_agreement: { columns: ['document'], row: ['agreement_id'] },
  agreement_acceptance: { columns: ['name'], row: ['purchase_journey_id'] },
  service_booking: { columns: ['details'], row: ['booking_id'] },
  staff: { columns: ['totp_secret', 'totp_pending'], row: ['id'] },
  outbox: { columns: ['sealed'], row: ['outbox_id'] },
  webhook_endpoint: { columns: ['secret'], row: ['endpoint_id'] },
  data_export_part: { columns: ['sealed'], row: ['export_id', 'position'] },
  idempotency: { columns: ['body'], row: ['subject', 'operation', 'key'] },
} as const satisfies Partial<Record<keyof Database, SealedTable>>

declare const place: unique symbol
/** Where a value stands, made by the functions below. A value moved to another place cannot be opened there. */
export type EncryptionContext = Record<'table' | 'column' | 'row', string> & { [place]: true }

type Sealed = typeof SEALED

/** A column of a row: its place. */
export const columnContext = <Table extends keyof Sealed>(
  table: Table,
  column: Sealed[Table]['columns'][number],
  row: string,
): EncryptionContext => ({ table, column, row }) as EncryptionContext

/** The place of what is in a file, by the id of its row. */
export const fileContext = (row: string): EncryptionContext =>
  ({ table: 'purchase_file', column: 'content', row }) as EncryptionContext
