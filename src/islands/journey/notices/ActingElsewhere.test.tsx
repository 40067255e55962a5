// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { actFor, setCurrentUser } from '#stores/session/session.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { container, open, serve, shows, signInMia } from '#islands/journey/Journey.fixture.tsx'

const sam = {
  id: 1,
  firstName: 'Sam',
  lastName: 'Patel',
  email: 'sam@example.nz',
  roles: ['admin'],
}
const { customer } = aJourney()
const other = { id: customer.id + 1, name: { firstName: 'Rawiri', lastName: 'Kōpū' } }

test('staff acting for a customer see that a purchase belongs to another customer', async () => {
  signInMia()
  serve(aJourney())
  await act(async () => {
    setCurrentUser({ type: 'STAFF', staff: sam, customer: null })
    actFor(other)
  })
  await open('#/journey-1/quote')
  await shows('Your quote')
  expect(container.textContent).toContain('This purchase is Mia Harris’s')
  expect(container.textContent).toContain('You’re acting for Rawiri Kōpū.')

  await act(async () => actFor(customer))
  expect(container.textContent).not.toContain('This purchase is')
})
