// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { formDrafts } from './form-drafts.ts'
import { setAccessToken, startOver } from '#stores/session/session.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'

const EMPTY = { make: '' }

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

test('opening a form keeps its input no longer, and typing does, also back to the same text', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let form: ReturnType<typeof useDraftState<object>>
  const Form = () => {
    form = useDraftState<object>(formDrafts, 'one', EMPTY)
    return null
  }
  // A page that is left takes nothing out of the storage.
  const openPage = () =>
    act(async () => createRoot(document.createElement('div')).render(createElement(Form)))
  const type = (make: string) => act(async () => form[1]({ make }))
  await openPage()
  await type('Tarvane')
  vi.setSystemTime(23 * HOUR_MS)
  await openPage()
  expect(form![0]).toEqual({ make: 'Tarvane' })
  vi.setSystemTime(25 * HOUR_MS)
  await openPage()
  expect(form![0]).toEqual(EMPTY)

  await type('Tarvane')
  vi.setSystemTime(48 * HOUR_MS)
  await openPage()
  await type('Tarvan')
  await type('Tarvane')
  vi.setSystemTime(71 * HOUR_MS)
  await openPage()
  expect(form![0]).toEqual({ make: 'Tarvane' })
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
