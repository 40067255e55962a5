import type { Grant, Thing } from '#lib/api/who.ts'
import type { WorkKind } from '#lib/staff/staff-lists.ts'
import type { StaffRight } from '#lib/staff/staff-roles.ts'

/** A resource as the input of a call names it. */
export type Named =
  | { kind: 'customer'; id: number }
  | { kind: 'quote' | 'purchase' | 'shared purchase' | 'booking'; id: string; fileId?: string }

/** The parts of a call's input that name a resource or decide a right. */
export interface CallInput {
  params: Record<string, unknown>
  query: { kind?: WorkKind }
  body: {
    quoteId: string
    purchaseJourneyId: string
    customerId?: number | null
    event?: string
  }
}

const NAMED: Record<Thing, (input: CallInput) => Named[]> = {
  customer: ({ params }) => [{ kind: 'customer', id: Number(params.id) }],
  quote: ({ params }) => [{ kind: 'quote', id: String(params.id) }],
  purchase: ({ params }) => [{ kind: 'purchase', id: String(params.id) }],
  'file of the purchase': ({ params }) => [
    { kind: 'purchase', id: String(params.id), fileId: String(params.fileId) },
  ],
  'shared purchase': ({ params }) => [{ kind: 'shared purchase', id: String(params.id) }],
  booking: ({ params }) => [{ kind: 'booking', id: String(params.id) }],
  // The placeholder -1 means the customer who makes the call.
  'customer in the body': ({ body }) =>
    body.customerId && body.customerId > 0 ? [{ kind: 'customer', id: body.customerId }] : [],
  'quote in the body': ({ body }) => [{ kind: 'quote', id: body.quoteId }],
  'quote in the body, if any': ({ body }) =>
    'quoteId' in body ? [{ kind: 'quote', id: body.quoteId }] : [],
  'purchase in the body': ({ body }) => [{ kind: 'purchase', id: body.purchaseJourneyId }],
}

/** Every resource of a call; the rule must hold for each. */
export const resourceRefs = ({ owner, about }: Grant, input: CallInput): Named[] =>
  [owner ?? about ?? []].flat().flatMap((thing) => NAMED[thing](input))

/** The right that staff need for a call. */
export function rightFor(
  staff: NonNullable<Grant['staff']>,
  { query, body }: CallInput,
): StaffRight {
  if (typeof staff === 'string') return staff
  const value = staff.by === 'kind' ? query.kind : body.event
  return staff.rights[value ?? ''] ?? staff.otherwise
}
