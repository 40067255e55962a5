import { expect, test } from 'vitest'
import { aCustomer, aJourney } from '#tests/builders/purchase-journey.ts'
import { buyerName } from './buyer-name.ts'

test('a person is named, and a company with the person who acts for it', () => {
  expect(buyerName(aJourney())).toBe('Mia Harris')
  const customer = { ...aCustomer(), companyName: 'Rimu Build Ltd' }
  expect(buyerName(aJourney({ customer }))).toBe('Rimu Build Ltd (Mia Harris)')
})
