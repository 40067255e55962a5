// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { formDrafts } from './form-drafts.ts'
import { setAccessToken, startOver } from '#stores/session/session.ts'

beforeEach(() => sessionStorage.clear())

test('input is restored after a reload, form by form', () => {
  formDrafts.keep('one', { make: 'Tarvane' })
  formDrafts.keep('two', { make: 'Coastline' })
  expect(formDrafts.before('one')).toEqual({ make: 'Tarvane' })
  formDrafts.drop('one')
  expect(formDrafts.before('one')).toBeUndefined()
  expect(formDrafts.before('two')).toEqual({ make: 'Coastline' })
})

test('it is forgotten on sign-out, and after a day', () => {
  const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: Date.now() }
  setAccessToken(token)
  formDrafts.keep('one', { make: 'Tarvane' })
  setAccessToken(null)
  expect(sessionStorage).toHaveLength(0)

  formDrafts.keep('one', { make: 'Tarvane' })
  vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
  expect(formDrafts.before('one')).toBeUndefined()
  vi.useRealTimers()
})

test('startOver clears drafts without a session, too', () => {
  history.replaceState(null, '', '/purchase/?startOver=1')
  formDrafts.keep('trade-in new', { make: 'Tarvane' })
  startOver(window)
  expect(formDrafts.before('trade-in new')).toBeUndefined()
  expect(location.search).toBe('')
})

test('storage that cannot be read is no draft', () => {
  sessionStorage.setItem('form-drafts:1', '{')
  expect(formDrafts.before('one')).toBeUndefined()
})
