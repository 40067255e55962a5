import { act } from 'react'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { field, open, shows, type } from '../../Journey.fixture.tsx'

/** A purchase that can be confirmed. */
export const ready = aJourney({
  hasConfirmedOwnerDetails: true,
  metadata: { furthestStep: 'confirm' },
})
export const sign = async () => {
  await act(async () => field('I accept the terms and conditions').click())
  await type('Full name', 'Mia Harris')
}
export const openAndSign = async () => {
  await open('#/journey-1/confirm')
  await shows('Confirm your purchase')
  await sign()
}
export const CONFIRM = 'POST /purchase-journey/journey-1/confirm-purchase'
