import type { Person } from '#tests/setup/purchases.ts'

// A row of the matrix: what each actor is answered by a call, and what the call is sent.

export const ACTORS = [
  'nobody',
  'the owner',
  'another customer',
  'a company',
  'staff',
  'staff acting',
  'a machine',
  'an expired token',
  'a revoked token',
] as const
export type ActorName = (typeof ACTORS)[number]

export interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** What each cell may use: everything in it is the owner's, and new. */
export interface Scene {
  owner: Person
  quote(): Promise<string>
  journey(): Promise<string>
  /** A purchase of somebody else’s that the owner was invited to. */
  shared(): Promise<string>
}

export interface Row {
  /** What each actor is answered, in the order of `ACTORS`. */
  answers: string
  input?(scene: Scene): Input | Promise<Input>
  /** Staff and machines leave a row in the audit. */
  isAudited?: true
  /** Whom it is about is known once its body is read. */
  namesCustomerInBody?: true
}

export const NEW_PASSWORD = 'seven grey herons stood'
export const ofOwner = ({ owner }: Scene) => ({ params: { id: owner.customerId } })
export const withBody =
  (body: unknown) =>
  ({ owner }: Scene) => ({ params: { id: owner.customerId }, body })
export const ofQuote = async ({ quote }: Scene) => ({ params: { id: await quote() } })
export const ofJourney = async ({ journey }: Scene) => ({ params: { id: await journey() } })
export const ofShared = async ({ shared }: Scene) => ({ params: { id: await shared() } })
export const payment = async ({ journey }: Scene) => ({
  body: { purchaseJourneyId: await journey(), paymentType: 'DEPOSIT' },
})

/** A call without authentication answers everyone alike, and ignores invalid tokens. */
export const everybody = (status: number, input: Input = {}): Row => ({
  answers: Array(ACTORS.length).fill(status).join(' '),
  input: () => input,
})
