import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { catalogue } from '#content/catalogue.ts'
import {
  confirmPurchase,
  createPurchaseJourney,
  updatePurchaseJourney,
} from '#lib/purchases/calls.ts'
import { calculateQuote, saveQuote } from '#lib/quotes/calls.ts'
import type { OwnerDetails } from '#lib/purchases/forms.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { findCustomerLogin } from '#server/customers/queries.ts'
import { epochOf } from '#server/sign-in/session-queries.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import { startSession } from '#server/sign-in/sessions.ts'
import { bearer, type Application } from './application.ts'
import { valueOf } from './people.ts'

/** A signed-in person. */
export interface Person {
  call: ApiCall
  customerId: number
  accessToken: string
}

/**
 * A browser in which one of the sample accounts is signed in, without the work of checking its password:
 * how people sign in has tests of its own.
 */
export async function arrive(app: Application, email = 'customer@demo.example'): Promise<Person> {
  const customer = await findCustomerLogin(app.deps.db, email)
  const staff = await findStaffLogin(app.deps.db, email)
  return arriveAs(app, {
    customer_id: customer?.customerId ?? null,
    staff_id: staff?.staffId ?? null,
  })
}

/** The same for a person whose address may have changed. */
export async function arriveAs(
  app: Application,
  owner: { customer_id: number | null; staff_id: number | null },
): Promise<Person> {
  const { access_token: accessToken } = (await startSession(
    app.deps,
    { owner, epoch: await epochOf(app.deps.db, owner) },
    undefined,
  ))!
  const call = app.browser(bearer(accessToken))
  return { call, customerId: owner.customer_id ?? -1, accessToken }
}

export const TERMS_VERSION = catalogue.pages.terms.version

/** A car of which the sample stock has several. */
export const aRequest = (facts: Partial<QuoteRequest> = {}): QuoteRequest => ({
  kdcd: 'TN27H-A',
  colourCode: 'BLD',
  payOption: 'CASH',
  ...facts,
})

export const ownerDetails = (facts: Partial<OwnerDetails> = {}): OwnerDetails => ({
  customerType: 'INDIVIDUAL',
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'customer@demo.example',
  mobilePhone: '021 555 0123',
  postalAddress: {
    line1: '12 Kauri Road',
    suburb: 'Westmere',
    city: 'Auckland',
    postcode: '1022',
    country: 'NZ',
  },
  ...facts,
})

/** A quote of the browser's, as a visitor gets it. */
export const quoted = async (call: ApiCall, facts: Partial<QuoteRequest> = {}): Promise<Quote> =>
  valueOf(await call(calculateQuote, { body: aRequest(facts) }))

/** A quote of a customer's. */
export const saved = async ({ call }: Person, facts: Partial<QuoteRequest> = {}): Promise<Quote> =>
  valueOf(await call(saveQuote, { body: aRequest(facts) }))

export async function started(
  person: Person,
  facts: Partial<QuoteRequest> = {},
): Promise<PurchaseJourney> {
  const { quoteId } = await saved(person, facts)
  return valueOf(
    await person.call(createPurchaseJourney, {
      params: { id: person.customerId },
      body: { quoteId },
    }),
  )
}

/** Started, with everything that confirming wants. */
export async function ready(
  person: Person,
  facts: Partial<QuoteRequest> = {},
): Promise<PurchaseJourney> {
  const { id } = await started(person, facts)
  return valueOf(
    await person.call(updatePurchaseJourney, {
      params: { id },
      body: { ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true },
    }),
  )
}

export const confirming = (
  { call }: Person,
  journey: PurchaseJourney,
  facts: Partial<{ acceptedTotalCents: number; termsVersion: string; signatureName: string }> = {},
): Promise<Result<PurchaseJourney>> =>
  call(confirmPurchase, {
    params: { id: journey.id },
    body: {
      acceptedTotalCents: journey.currentQuote.totals.driveAwayCents,
      termsVersion: TERMS_VERSION,
      signatureName: 'Mia Harris',
      ...facts,
    },
  })

export const confirmed = async (
  person: Person,
  facts: Partial<QuoteRequest> = {},
): Promise<PurchaseJourney> => valueOf(await confirming(person, await ready(person, facts)))

/** Status, code and fields at fault of an answer that must be a failure. */
export function faultsOf(result: Result<unknown>) {
  if (result.ok || result.failure.kind !== 'problem')
    throw new Error(`not a problem: ${JSON.stringify(result)}`)
  const { status, problem } = result.failure
  return {
    status,
    code: problem.code,
    fields: problem.messages.flatMap(({ property }) => property ?? []),
  }
}

/** Details of a 409, with the new price if any. */
export function conflictOf(result: Result<unknown>) {
  if (result.ok || result.failure.kind !== 'problem')
    throw new Error(`not a problem: ${JSON.stringify(result)}`)
  const { status, problem } = result.failure
  return {
    status,
    code: problem.code,
    message: problem.message,
    newTotalCents: problem.newTotalCents,
  }
}
