// @vitest-environment happy-dom
import { setTimeout as delay } from 'node:timers/promises'
import { act } from 'react'
import { expect, test } from 'vitest'
import { typeInto } from '#tests/setup/screen.ts'
import './MoneyDifferences.tsx'
import { buttonNamed, container, differences, open, signInSam } from '../Staff.fixture.tsx'

/** Waits until the answers have been drawn. */
const settled = () => act(() => delay(50))

test('differences of money are listed, and leave the list once they are explained', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/money')
  await open()
  await settled()
  expect(container.querySelector('h1')?.textContent).toBe('Reconciliation')
  expect(container.textContent).toContain('up to 23\u00a0November\u00a02026')
  const row = container.querySelector('tbody tr')
  expect(row?.textContent).toContain('We have no record of it')
  expect(row?.textContent).toContain('$400 succeeded')
  expect(row?.querySelector('a')?.getAttribute('href')).toBe('#/purchase/j1')

  await act(async () => buttonNamed('Explain Refund re_1')?.click())
  await act(async () => buttonNamed('Save the explanation')?.click())
  expect(container.textContent).toContain('Please enter why they differ')
  await typeInto(container.querySelector('tbody input')!, 'Refunded at the provider')
  await act(async () => buttonNamed('Save the explanation')?.click())
  differences.length = 0
  await act(async () => buttonNamed('Yes, save the explanation')?.click())
  await settled()
  expect(container.textContent).toContain('There are no differences to explain.')
})
