import type { Selectable } from 'kysely'

/** What a visitor wrote to us. */
export interface MessageTable {
  message_id: string
  kind: 'MESSAGE' | 'ENQUIRY' | 'TESTDRIVE'
  name: string
  email: string
  /** Lower case, to find the account that has the address. */
  email_key: string
  /** E.164. */
  phone: string | null
  message: string
  model_code: string | null
  outlet_code: string | null
  /** `yyyy-mm-dd`. */
  wished_day: string | null
  wished_time: 'MORNING' | 'AFTERNOON' | 'ANY' | null
  created_at: string
  done_at: string | null
  /** Number of the member of staff. */
  done_by: number | null
}
export type MessageRow = Selectable<MessageTable>
