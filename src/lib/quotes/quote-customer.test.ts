import { expect, test } from 'vitest'
import { quoteCustomer } from './quote-customer.ts'

const mia = { id: 7, name: { firstName: 'Mia', lastName: 'Tane' }, email: 'mia@example.nz' }
const anonymous = {
  anonymousQuote: true,
  customerName: 'Anonymous Anonymous',
  customerEmail: 'anonymous@quote.invalid',
}

// specification §4, "Quote customer details"
test.each<[string, ...Parameters<typeof quoteCustomer>, ReturnType<typeof quoteCustomer>]>([
  [
    'a customer fills what is missing',
    {},
    mia,
    {
      customerId: 7,
      anonymousQuote: false,
      customerName: 'Mia Tane',
      customerEmail: 'mia@example.nz',
    },
  ],
  [
    'what is given stays',
    { customerName: 'M. Tane', customerEmail: 'other@example.nz' },
    mia,
    {
      customerId: 7,
      anonymousQuote: false,
      customerName: 'M. Tane',
      customerEmail: 'other@example.nz',
    },
  ],
  ['without a customer it is anonymous', {}, null, { customerId: null, ...anonymous }],
  [
    'a name without an email is anonymous',
    { customerName: 'Mia Tane' },
    null,
    { customerId: null, ...anonymous },
  ],
  [
    'a customer without an email is anonymous',
    {},
    { ...mia, email: '' },
    { customerId: 7, ...anonymous },
  ],
  [
    'a customer without a name is anonymous',
    {},
    { ...mia, name: { firstName: '', lastName: '' } },
    { customerId: 7, ...anonymous },
  ],
])('%s', (_, given, customer, fields) => {
  expect(quoteCustomer(given, customer)).toEqual(fields)
})
