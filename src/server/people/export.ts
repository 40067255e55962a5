import type { CustomerExport } from '#lib/customers/export-shapes.ts'
import { jointSignaturePlace } from '#server/agreements/joint-signatures.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { unseal } from '#server/platform/crypto/encryption.ts'
import { listEventsBy, listEveryPartOf, listSignaturesBy } from './queries.ts'
import { eventsOf, peopleOf } from './view.ts'

/** Events of a purchase in a copy of one's data: more than its people can add while it goes on. */
const MOST_EXPORTED = 100_000

type Part = CustomerExport['sharedPurchases'][number]

/** Whom a customer invited to a purchase, and what was said. */
export async function exportedPeople(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<CustomerExport['purchases'][number]['people']> {
  const reader = `customer:${journey.customer_id}`
  const { people } = await peopleOf(deps, db, journey, reader)
  return { people, events: await eventsOf(deps, db, journey, reader, MOST_EXPORTED) }
}

/** What a customer was invited to, and did and said there. Nothing of the purchases of others is among it. */
export async function exportedParts(
  { db }: Pick<Deps, 'db'>,
  customerId: number,
  email: string,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const part of await listEveryPartOf(db, customerId, email)) {
    const { person_id, role, accepted_at, ended_at } = part
    const events = await listEventsBy(db, person_id, `customer:${customerId}`)
    parts.push({
      role,
      name: part.name,
      email: part.email,
      acceptedAt: accepted_at,
      endedAt: ended_at,
      events: events.map(({ at, kind, text, cents }) => ({ at, kind, text, cents })),
    })
  }
  return parts
}

/** A customer's signatures below agreements of others. */
export const exportedSignatures = async (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  customerId: number,
): Promise<CustomerExport['jointSignatures']> =>
  (await listSignaturesBy(db, `customer:${customerId}`)).map(
    ({ agreement_id, person_id, name, signed_at }) => ({
      agreementId: agreement_id,
      name: unseal(keys, jointSignaturePlace(agreement_id, person_id), name),
      signedAt: signed_at,
    }),
  )
