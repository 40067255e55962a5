import type { Db, Trx } from '#server/database.ts'
import type { ApiClientRow, ApiTokenRow } from './tables.ts'

export const insertApiClient = async (db: Db, client: ApiClientRow): Promise<void> => {
  await db.insertInto('api_client').values(client).execute()
}

/** A machine client that has not been revoked. */
export const findApiClient = async (db: Db, clientId: string): Promise<ApiClientRow | null> =>
  (await db
    .selectFrom('api_client')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()) ?? null

/** All there ever were, in the order they were made. */
export const listApiClients = (db: Db): Promise<ApiClientRow[]> =>
  db.selectFrom('api_client').selectAll().orderBy('created_at').orderBy('client_id').execute()

/** @returns Whether there was one that had not ended. */
export const updateApiClient = async (
  db: Db,
  clientId: string,
  set: Partial<Pick<ApiClientRow, 'secret_hash' | 'revoked_at'>>,
): Promise<boolean> =>
  (await db
    .updateTable('api_client')
    .set(set)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .returning('client_id')
    .executeTakeFirst()) !== undefined

/** Ends all tokens of a client. */
export const revokeApiTokens = async (db: Db, clientId: string, now: string): Promise<void> => {
  await db
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Whether a secret is still that of a client. Locks the client, so that it stays so until the transaction ends. */
export const lockSecret = async (
  trx: Trx,
  clientId: string,
  secret_hash: string,
): Promise<boolean> =>
  (await trx
    .updateTable('api_client')
    .set({ secret_hash })
    .where('client_id', '=', clientId)
    .where('secret_hash', '=', secret_hash)
    .where('revoked_at', 'is', null)
    .returning('client_id')
    .executeTakeFirst()) !== undefined

export const insertApiToken = async (db: Db, token: ApiTokenRow): Promise<void> => {
  await db.insertInto('api_token').values(token).execute()
}

/** A token that has not been revoked, nor its client. */
export const findApiToken = async (db: Db, tokenId: string): Promise<ApiTokenRow | null> =>
  (await db
    .selectFrom('api_token')
    .innerJoin('api_client', 'api_client.client_id', 'api_token.client_id')
    .selectAll('api_token')
    .where('token_id', '=', tokenId)
    .where('api_token.revoked_at', 'is', null)
    .where('api_client.revoked_at', 'is', null)
    .executeTakeFirst()) ?? null

/** Ends one of a client's own tokens. */
export const revokeApiToken = async (
  db: Db,
  { token_id, client_id }: Pick<ApiTokenRow, 'token_id' | 'client_id'>,
  now: string,
): Promise<void> => {
  await db
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('token_id', '=', token_id)
    .where('client_id', '=', client_id)
    .where('revoked_at', 'is', null)
    .execute()
}
