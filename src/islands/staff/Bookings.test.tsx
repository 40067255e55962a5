// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { typeInto } from '#tests/setup/screen.ts'
import { bookings, container, signInSam, open, buttonNamed } from './Staff.fixture.tsx'

test('service bookings and accounts to be deleted are listed', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/bookings')
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Service bookings')
  const row = container.querySelector('tbody tr')
  expect(row?.textContent).toContain('Wednesday 25\u00a0November\u00a02026 at 8:00\u00a0am')
  expect(row?.textContent).toContain('The left light flickers.')
  expect(row?.querySelector('a')?.getAttribute('href')).toBe('#/search?where=rego&search=TOI101')

  await act(async () =>
    [...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent?.startsWith('Cancel the booking of TOI101'))
      ?.click(),
  )
  await act(async () => buttonNamed('Cancel the booking')?.click())
  expect(container.textContent).toContain('Please enter the reason')
  await typeInto(container.querySelector('textarea')!, 'The lift is broken.')
  await act(async () => buttonNamed('Cancel the booking')?.click())
  bookings.length = 0
  await act(async () => buttonNamed('Yes, cancel the booking')?.click())
  expect(container.textContent).toContain('No service bookings.')
  expect(document.activeElement?.textContent).toBe('Service bookings')

  history.replaceState(null, '', '/staff/#/deletions')
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  expect(container.querySelector('tbody')?.textContent).toContain('Mia Harris')
  expect(container.querySelector('tbody')?.textContent).toContain(
    'Waiting for a purchase or a refund',
  )
})
