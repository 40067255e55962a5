import { expect, test } from 'vitest'
import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/codes.ts'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { momentHeading } from './moment-heading.ts'

test.each<[string, PayOption, JourneyStatus, DeliveryStatus | undefined]>([
  ['It’s reserved for you, Mia.', 'CASH', 'CONFIRMED', undefined],
  ['It’s reserved for you, Mia.', 'CASH', 'CONFIRMED', 'SHIPPED'],
  ['It’s reserved for you, Mia.', 'CASH', 'AGREEMENT', undefined],
  ['It’s yours, Mia.', 'CASH', 'COMPLETE', undefined],
  ['It’s on order, Mia.', 'CASH', 'CONFIRMED', 'ONORDER'],
  ['It’s ready, Mia.', 'LOANCLASIC', 'CONFIRMED', 'AVAIL4PKUP'],
  ['It’s reserved for you, Mia.', 'LOANCLASIC', 'CONFIRMED', undefined],
  ['It’s reserved for you, Mia.', 'LEASELC', 'CONFIRMED', 'LANDED'],
  ['It’s reserved for you, Mia.', 'RESERVATION', 'CONFIRMED', undefined],
  ['Your build slot is reserved, Mia.', 'RESERVATION', 'CONFIRMED', 'ONORDER'],
  ['It’s yours, Mia.', 'LOANCLASIC', 'COMPLETE', 'AVAIL4PKUP'],
  ['Enjoy the drive, Mia.', 'LEASELC', 'COMPLETE', 'AVAIL4PKUP'],
])('“%s” for %s, %s, delivery %s', (heading, payOption, code, deliveryStatus) => {
  const journey = aJourney({
    status: { purchaseJourneyStatusCode: code },
    currentQuote: aQuote({ payOption }),
    metadata: { furthestStep: 'complete', ...(deliveryStatus && { deliveryStatus }) },
  })
  expect(momentHeading(journey, false)).toBe(heading)
})

test('promises nothing while the lender refuses', () => {
  expect(momentHeading(aJourney(), true)).toBe('Thank you, Mia.')
})
