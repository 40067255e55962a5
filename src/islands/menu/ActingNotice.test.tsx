// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { $isActing, impersonate, setAccessToken, setCurrentUser } from '#stores/session.ts'
import { ActingNotice } from './ActingNotice.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('staff are told on a page that was built for nobody whose account they are in', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<ActingNotice />)
  expect(container.textContent).toBe('')
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: Date.now() })
  setCurrentUser({
    type: 'STAFF',
    staff: { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] },
    customer: null,
  })
  impersonate(aCustomer())
  const onRecoverableError = vi.fn()

  await act(async () => {
    hydrateRoot(container, <ActingNotice />, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(container.textContent).toBe('Acting for Mia Harris. Stop acting')

  await act(async () => container.querySelector('a')?.click())
  expect($isActing.get()).toBe(false)
  expect(container.textContent).toBe('')
})
