import type { Generated, Selectable } from 'kysely'

/** An account that has or had a passkey: one of the two ids is `null`. */
export interface PasskeyOwnerTable {
  /** Random. Authenticators keep it, and show us by it whose passkey was used. */
  user_handle: string
  customer_id: number | null
  staff_id: number | null
  /** How many there are. Adding one counts it here first, so that two at once cannot pass the limit. */
  passkeys: Generated<number>
}

export interface PasskeyTable {
  passkey_id: string
  /** As the authenticator named it, base64url. */
  credential_id: string
  user_handle: string
  /** COSE, base64url. */
  public_key: string
  /** Signatures so far as the authenticator says, in ten digits: PostgreSQL's integer ends below its largest. */
  counter: string
  /** JSON array: how the browser reaches the authenticator. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}
export type PasskeyRow = Selectable<PasskeyTable>

/** A challenge that waits for its answer. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge, its purpose, and the session and the tab that it is for. */
  challenge_hash: string
  expires_at: string
}
