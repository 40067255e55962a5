// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { afterSignIn } from './after-sign-in.ts'
import { readPendingAction } from './pending-action.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { $signInPrompt, askToSignIn } from './sign-in-prompt.ts'

const signInMia = () => {
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: Date.now() + 840_000 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}

afterEach(() => {
  askToSignIn(null)
  setAccessToken(null)
})

test('continues once after a sign-in', () => {
  const goOn = vi.fn()
  afterSignIn('Log in to save.', goOn)
  expect($signInPrompt.get()).toBe('Log in to save.')
  expect(goOn).not.toHaveBeenCalled()

  signInMia()
  setAccessToken(null)
  signInMia()
  expect(goOn).toHaveBeenCalledTimes(1)
})

test('is forgotten when the prompt is closed', () => {
  const goOn = vi.fn()
  afterSignIn('Log in to save.', goOn)
  askToSignIn(null)
  signInMia()
  expect(goOn).not.toHaveBeenCalled()
})

test('is replaced by the next action', () => {
  const [save, email] = [vi.fn(), vi.fn()]
  afterSignIn('Log in to save.', save)
  afterSignIn('Log in to email.', email)
  signInMia()
  expect(save).not.toHaveBeenCalled()
  expect(email).toHaveBeenCalledTimes(1)
})

test('keeps a pending action for the page that creates an account, as long as the prompt is open', () => {
  const pending = { act: 'email' as const, query: '?kdcd=TN27H-A' }
  afterSignIn('Log in to email.', vi.fn(), pending)
  expect(readPendingAction()).toEqual(pending)
  askToSignIn(null)
  expect(readPendingAction()).toBeNull()
})
