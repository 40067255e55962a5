import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { listSignatures } from '#server/people/queries.ts'
import { unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'

export const jointSignaturePlace = (agreementId: string, personId: string) =>
  columnContext('agreement_signature', 'name', `${agreementId}|${personId}`)

/** The joint buyers who signed an agreement, in order. */
export const jointSignaturesOf = async (
  { keys }: Pick<Deps, 'keys'>,
  db: Db,
  agreementId: string,
): Promise<NonNullable<Agreement['jointSignatures']>> =>
  (await listSignatures(db, agreementId)).map(({ person_id, name, signed_at }) => ({
    name: unseal(keys, jointSignaturePlace(agreementId, person_id), name),
    signedAt: signed_at,
  }))
