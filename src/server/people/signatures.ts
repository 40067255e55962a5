import type { AgreementAnswer } from '#lib/purchases/forms.ts'
import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { PEOPLE_MAY } from '#lib/people/rules.ts'
import type { SharedPurchase } from '#lib/people/shapes.ts'
import type { z } from '#lib/shared/zod.ts'
import { agreementOf } from '#server/agreements/agreements.ts'
import { jointSignaturePlace } from '#server/agreements/joint-signatures.ts'
import type { Deps } from '#server/deps.ts'
import { seal } from '#server/platform/crypto/encryption.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { noteEvent } from './events.ts'
import { insertSignature } from './queries.ts'
import { lockVisiblePart, sharedPurchaseOf, visiblePart } from './shared.ts'
import { tellBuyer } from './tell.ts'
import { signsAgreement } from './view.ts'

/** @throws {ApiProblem} 404, also for those who do not sign. */
export async function getSharedAgreement(
  deps: Deps,
  actor: Actor,
  personId: string,
): Promise<Agreement> {
  const { person, journey } = await visiblePart(deps, deps.db, actor, personId)
  const agreement = signsAgreement(person) && (await agreementOf(deps, deps.db, journey))
  if (!agreement) throw notFound()
  return agreement
}

/**
 * Signs the agreement that was read, as a joint buyer, before or after its buyer accepts it. Idempotent.
 *
 * @throws {ApiProblem} 404, 409 where another agreement counts, or it can no longer be signed.
 */
export const signSharedAgreement = (
  deps: Deps,
  actor: Actor,
  personId: string,
  { agreementId, name }: z.output<typeof AgreementAnswer>,
): Promise<SharedPurchase> =>
  transact(deps, async (trx) => {
    const part = await lockVisiblePart(deps, trx, actor, personId)
    const { person, journey } = part
    if (!signsAgreement(person) || journey.agreement_id === null) throw notFound()
    if (journey.agreement_id !== agreementId)
      throw conflict('We’ve issued a newer agreement. Please read it before you sign.')
    if (!PEOPLE_MAY[journey.status].canSign)
      throw conflict('You can no longer sign this agreement.')
    const isNew = await insertSignature(trx, {
      agreement_id: agreementId,
      person_id: personId,
      name: seal(deps.keys, jointSignaturePlace(agreementId, personId), name),
      signed_by: actorName(actor),
      signed_at: deps.now().toISOString(),
    })
    if (isNew) {
      await noteEvent(deps, trx, person, actor, 'SIGNED')
      await tellBuyer(deps, trx, journey, person, 'SIGNED')
    }
    return sharedPurchaseOf(deps, trx, part)
  })
