// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aStaffUser } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import {
  $isActing,
  endStaleActing,
  noteActivity,
  actFor,
  setAccessToken,
  setCurrentUser,
} from '#stores/session/session.ts'
import { ActingNotice } from './ActingNotice.tsx'
import { MINUTE_MS } from '#lib/shared/durations.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00Z') })
  setAccessToken(null)
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: Date.now() })
  setCurrentUser(aStaffUser())
  container = document.createElement('div')
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

/** A static page, opened by a member of staff. */
async function open() {
  container.innerHTML = renderToString(<ActingNotice />)
  expect(container.textContent).toBe('')
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, <ActingNotice />, { onRecoverableError })
  })
  await act(() => import('./Acting.tsx'))
  expect(onRecoverableError).not.toHaveBeenCalled()
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

// Decision 12
test('a static page shows staff which account they are in, and for how long', async () => {
  actFor(aCustomer())
  await open()
  expect(container.textContent).toBe('Acting for Mia Harris30 min leftCustomer recordStop acting')
  await pass(25 * MINUTE_MS)
  expect(container.textContent).toContain('5 min left')
  expect(container.querySelector('[data-soon]')).not.toBeNull()

  const stop = [...container.querySelectorAll('a')].find((a) => a.textContent === 'Stop acting')
  await act(async () => stop?.click())
  expect($isActing.get()).toBe(false)
  expect(container.textContent).toBe('')
})

test('the time left starts again after an act, and is never more than the whole', async () => {
  actFor(aCustomer())
  await open()
  await pass(64_000)
  await act(async () => void noteActivity())
  expect(container.textContent).toContain('30 min left')
})

test('an automatic end of acting is shown until it is dismissed', async () => {
  actFor(aCustomer())
  await open()
  await pass(30 * MINUTE_MS)
  await act(async () => void endStaleActing())
  expect(container.querySelector('[role=status]')?.textContent).toBe(
    'You have been signed out of the customer account, after 30 minutes of inactivity or 4 hours in total.',
  )
  await act(async () => container.querySelector('button')?.click())
  expect(container.textContent).toBe('')
})
