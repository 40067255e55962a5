import type { Generated, Selectable } from 'kysely'

/** One row per sign-in; the tokens themselves are derived from it and stored nowhere. */
export interface SessionTable {
  session_id: string
  customer_id: number | null
  staff_id: number | null
  /** Counts refreshes; the tokens of a generation die with the next one. */
  generation: number
  rotated_at: string
  /** How often the immediate predecessor was presented within the grace. */
  replays: number
  created_at: string
  revoked_at: string | null
  revoke_reason: string | null
  user_agent_hash: string
  /** Browser and system in words, as they were at the sign-in. */
  device: Generated<string>
  /** The address it began from, of IPv6 the first half; empty where it is not known. */
  network: Generated<string>
  /** The passkey it began with; `null` for another way. */
  passkey_id: string | null
}
export type SessionRow = Selectable<SessionTable>

/** A 6-digit code that was asked for. The code is derived from the id, so that the table holds none. */
export interface LoginCodeTable {
  login_code_id: string
  /** Keyed hash of the address it was asked for. */
  subject: string
  /** `null` for an address that has no account: asking looks and costs the same, and nothing is mailed. */
  customer_id: number | null
  /** A CodePurpose. */
  purpose: string
  created_at: string
  expires_at: string
  sends: number
  /** When it was last sent. */
  sent_at: string
  tries: number
  used_at: string | null
  /** Of a registration: the password that was chosen there, which the code confirms. */
  password_hash: Generated<string | null>
  /** Keyed hash of the network and browser that the registration came from. */
}
export type LoginCodeRow = Selectable<LoginCodeTable>

export interface CaptchaUsedTable {
  nonce: string
  expires_at: string
}

/** A link that signs a customer in, once. */
export interface LinkTokenTable {
  /** SHA-256 of what the link carries. */
  token_hash: string
  customer_id: number
  created_at: string
  used_at: string | null
}
export type LinkTokenRow = Selectable<LinkTokenTable>
