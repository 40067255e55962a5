import type { QuoteRequest } from './shapes.ts'

/** Placeholders on the wire for a quote without a customer; never shown, never mailed (decision 15). */
export const ANONYMOUS_NAME = 'Anonymous Anonymous'
export const ANONYMOUS_EMAIL = 'anonymous@quote.invalid'

type CustomerFields = Pick<
  QuoteRequest,
  'customerId' | 'anonymousQuote' | 'customerName' | 'customerEmail'
>

interface KnownCustomer {
  id: number
  name: { firstName: string; lastName?: string }
  email?: string
}

/**
 * The customer fields a quote travels with (specification §4, "Quote customer details").
 *
 * A signed-in customer gives the id, and the name and email where they are missing. If either is still missing the quote is
 * anonymous and carries the placeholders, which are never shown and never mailed.
 */
export function quoteCustomer(
  given: Pick<QuoteRequest, 'customerName' | 'customerEmail'>,
  customer: KnownCustomer | null,
): Required<CustomerFields> {
  const { firstName = '', lastName = '' } = customer?.name ?? {}
  const fullName = `${firstName} ${lastName}`.trim()
  const customerName = given.customerName || fullName
  const customerEmail = given.customerEmail || customer?.email || ''
  const customerId = customer?.id ?? null
  return customerName && customerEmail
    ? { customerId, anonymousQuote: customer === null, customerName, customerEmail }
    : {
        customerId,
        anonymousQuote: true,
        customerName: ANONYMOUS_NAME,
        customerEmail: ANONYMOUS_EMAIL,
      }
}
