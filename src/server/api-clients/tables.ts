import type { Selectable } from 'kysely'

/** A program that may call the API on its own behalf. */
export interface ApiClientTable {
  client_id: string
  name: string
  /** SHA-256 of a secret of 256 random bits. */
  secret_hash: string
  /** JSON array. */
  scopes: string
  created_at: string
  revoked_at: string | null
}
export type ApiClientRow = Selectable<ApiClientTable>

/** One row per access token of a machine client; the token itself is derived from it. */
export interface ApiTokenTable {
  token_id: string
  client_id: string
  /** JSON array: as many of the client's as were asked for. */
  scopes: string
  created_at: string
  revoked_at: string | null
}
export type ApiTokenRow = Selectable<ApiTokenTable>
